import { Rejection } from '../../errors/Rejection.ts'
import type { MainServices } from '../MainServices.ts'

/** A job with its cron expression. */
interface ScheduledJob {
  id: string
  expression: string
}

/**
 * Lists the jobs of the folder of hooks, then those of `pb_hooks`. If both have a job with the same name, only the one of the folder is
 * listed, because `startJob` starts that one.
 */
export function listScheduledJobs({ code, scripts }: Pick<MainServices, 'code' | 'scripts'>): ScheduledJob[] {
  const jobs = (code?.host.code.jobs ?? []).map(({ name, cron }) => ({ id: name, expression: cron }))
  const ids = new Set(jobs.map(({ id }) => id))
  const ofScripts = (scripts?.host.jobs ?? []).filter(({ id }) => !ids.has(id))
  return [...jobs, ...ofScripts.map(({ id, cron }) => ({ id, expression: cron }))]
}

/**
 * Starts a job of the folder of hooks, or one of `pb_hooks` if the folder has none with this name.
 * @throws Rejection if there is no such job, or if it runs already
 */
export async function startJob({ code, scripts }: Pick<MainServices, 'code' | 'scripts'>, name: string): Promise<void> {
  if (code?.host.code.jobs.some(job => job.name === name)) await code.jobs.start(name)
  else if (scripts) scripts.jobs.start(name)
  else throw new Rejection('missing')
}
