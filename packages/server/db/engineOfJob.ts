import { Rejection } from '../errors/Rejection.ts'
import type { ClaimedJob, Engine } from './engine.ts'

/** The error of a job whose claim is lost, or may be. */
export const jobRunsElsewhere = 'Another node may run this job, so it cannot access data.'

/**
 * Returns an engine for a request of a job. Each attempt of its transactions first makes sure that no other node has claimed the job, and
 * keeps others from it until the end: a node that was suspended repeats a transaction when it wakes up.
 * @param claimed undefined for other requests, and for jobs of a server that is not a node
 */
export function engineOfJob(db: Engine, claimed: ClaimedJob | undefined): Engine {
  const { node } = db
  if (!claimed || !node) return db
  const transaction: Engine['transaction'] = work =>
    db.transaction(async transaction => {
      if (!(await node.jobs.isHeld(transaction, claimed))) throw new Rejection('busy', { message: jobRunsElsewhere })
      return work(transaction)
    })
  return new Proxy(db, {
    get: (target, member) => {
      if (member === 'transaction') return transaction
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns a context, such as the app, for a request that a job makes if one is given. */
export function contextOfJob<Context extends { db: Engine }>(context: Context, claimed: ClaimedJob | undefined): Context {
  return claimed ? { ...context, db: engineOfJob(context.db, claimed) } : context
}
