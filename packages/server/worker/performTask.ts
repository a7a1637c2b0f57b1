import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '../api/routes.ts'
import type { App } from '../app/App.ts'
import { countAdmins } from '../auth/admins.ts'
import { addAttempts, loadAttempts } from '../auth/storedAttempts.ts'
import { isCausedBy } from '../db/DatabaseError.ts'
import { composeMail } from '../mail/composeMail.ts'
import { claimMails, queueMail } from '../mail/queuedMails.ts'
import { recordMailSent } from '../mail/recordMailSent.ts'
import { settleMail } from '../mail/settleMail.ts'
import { siteSettingsOf } from '../messages/SiteSettings.ts'
import { takeEventLoopLag } from '../metrics/eventLoopLag.ts'
import { describeChange } from '../realtime/describeChange.ts'
import { TimeBudget } from '../realtime/TimeBudget.ts'
import { forgetRemovals, pendingRemovals } from '../records/removals/pendingRemovals.ts'
import { expireUndoEntries } from '../records/undo/expireUndoEntries.ts'
import { readStoredSettings } from '../settings/storedSettings.ts'
import type { Task, TaskResults } from '../threads/tasks/Task.ts'
import { runEndpoint } from './runEndpoint.ts'

/** Time budget, in milliseconds, for evaluating the slow subscriptions of one change. */
const maxSlowEvaluationMs = 1_000

/** Milliseconds for which the events of a committed change wait for a database that restarts or fails over. */
const maxOutageMs = 30_000
const outageRetryMs = 100

/** Creates the events of a committed change. */
const describeCommitted = async (
  app: App,
  { change, audiences }: Extract<Task, { kind: 'describe' }>,
): Promise<TaskResults['describe']> => {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await describeChange(app, change, audiences, {
        budget: new TimeBudget(app.slowAudiences, maxSlowEvaluationMs),
        yieldThread: () => nextTurn(),
      })
    } catch (error) {
      if (!isCausedBy(error, 'unreachable') || performance.now() - startedAt > maxOutageMs) throw error
      await wait(outageRetryMs)
    }
  }
}

/** A task without its slot, which only the worker uses. */
type OwnTask = Exclude<Task, { kind: 'read' }>

/** Performs a task with the app of this thread. */
export const performTask = async <Kind extends OwnTask['kind']>(
  app: App,
  task: Extract<OwnTask, { kind: Kind }>,
): Promise<TaskResults[Kind]> => (await perform(app, task)) as TaskResults[Kind]

const perform = async (app: App, task: OwnTask): Promise<TaskResults[OwnTask['kind']]> => {
  switch (task.kind) {
    case 'request': {
      const endpoint = endpoints[task.endpoint]
      if (!endpoint) throw new Error(`There is no endpoint with the index ${task.endpoint}.`)
      return runEndpoint(app, endpoint, task)
    }
    case 'hasAdmins':
      return (await countAdmins(app.db)) > 0
    case 'settingsProblem': {
      const stored = await readStoredSettings(app.db, app.config.encryptionKey)
      return 'problem' in stored ? stored.problem : undefined
    }
    case 'siteSettings':
      return siteSettingsOf(await app.settings())
    case 'queueMail':
      return queueMail(app.db, task.job)
    case 'claimMails':
      return claimMails(app.db, task.claim)
    case 'composeMail':
      return composeMail(app, task.job)
    case 'recordMailSent':
      return recordMailSent(app, task.job)
    case 'settleMail':
      return settleMail(app, task.mail, task.outcome)
    case 'loadAttempts':
      return loadAttempts(app.db)
    case 'addAttempts':
      return addAttempts(app.db, task.attempts)
    case 'expireUndoEntries':
      return expireUndoEntries(app, task.removed)
    case 'pendingRemovals':
      return pendingRemovals(app)
    case 'forgetRemovals':
      await forgetRemovals(app, task.entries)
      return undefined
    case 'measure':
      return { eventLoopLag: takeEventLoopLag(), pools: app.db.poolLoads?.() ?? [] }
    case 'databaseBytes':
      return app.db.sizeInBytes?.()
    case 'describe':
      return describeCommitted(app, task)
    case 'listen':
      for (const audience of task.removed) app.audiences.remove(audience)
      for (const audience of task.added) app.audiences.add(audience)
      return undefined
    case 'close':
      await app.db.close()
      await app.logs.close()
      return undefined
  }
}
