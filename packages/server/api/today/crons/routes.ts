import { Rejection } from '../../../errors/Rejection.ts'
import { emptyReply, jsonReply } from '../../../messages/ApiReply.ts'
import { listScheduledJobs, startJob } from '../../code/startJob.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader, next } from '../../Steps.ts'

/** The id that PocketBase gives the schedule of backups. */
const backupJob = '__pbAutoBackup__'

const shared = { dialect: 'today', guard: adminOnly } as const

/** Lists the jobs of hooks and of `pb_hooks`, and the schedule of backups if there is one. */
const list: Endpoint = {
  ...shared,
  method: 'GET',
  path: '/crons',
  operation: { id: 'listCrons', summary: 'List scheduled jobs', returns: 'Crons' },
  steps: inReader(async ({ app: { settings } }) => next(settings.backups.cron)).inMain(async (call, backupCron) =>
    jsonReply([...listScheduledJobs(call), ...(backupCron === '' ? [] : [{ id: backupJob, expression: backupCron }])]),
  ),
}

/** Starts a job, whether or not it is due. A backup is made with a generated name. */
const run: Endpoint = {
  ...shared,
  method: 'POST',
  path: '/crons/:job',
  operation: { id: 'runCron', summary: 'Run a scheduled job now', returns: 'nothing' },
  steps: inReader(async ({ app: { settings } }) => next(settings.backups.cron)).inMain(async (call, backupCron) => {
    const job = call.request.params.job ?? ''
    if (job === backupJob && backupCron !== '') await call.backups.create('')
    else if (listScheduledJobs(call).some(({ id }) => id === job)) await startJob(call, job)
    else throw new Rejection('missing', { message: 'Missing or invalid cron job.' })
    return emptyReply()
  }),
}

/** The scheduled jobs in the format of PocketBase 0.23 and later. */
export const cronRoutes: readonly Endpoint[] = [list, run]
