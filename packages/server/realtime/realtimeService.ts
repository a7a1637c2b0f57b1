import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { isTemporary } from '../db/DatabaseError.ts'
import type { DescribedEvents, DescribeRequest, RealtimeContext } from './DescribedEvents.ts'
import { describeChange } from './describeChange.ts'
import type { SubscribedTopics } from './SubscribedTopics.ts'
import { TimeBudget } from './TimeBudget.ts'

/** Time budget, in milliseconds, for evaluating the slow subscriptions of one change. */
const maxSlowEvaluationMs = 300

/** Milliseconds for which the events of a committed change wait for a database that restarts, fails over or has no connection left. */
const maxOutageMs = 30_000
const outageRetryMs = 100

export type RealtimeService = ReturnType<typeof createRealtimeService>

interface LiveRealtime {
  listeners: SubscribedTopics
  /** Returns the context as of the last commit. */
  snapshot: () => Promise<RealtimeContext>
}

/** Creates the operations of the event streams on the database. */
export function createRealtimeService({ listeners, snapshot }: LiveRealtime) {
  return {
    /** Creates the events of a committed change for audiences. */
    describe: async (request: DescribeRequest): Promise<DescribedEvents> => {
      const startedAt = performance.now()
      for (;;) {
        try {
          const app = await snapshot()
          return await describeChange(app, request, {
            budget: new TimeBudget(app.slowAudiences, maxSlowEvaluationMs, app.db.maxQuickReadMs),
            yieldThread: () => nextTurn(),
          })
        } catch (error) {
          if (!isTemporary(error) || performance.now() - startedAt > maxOutageMs) throw error
          await wait(outageRetryMs)
        }
      }
    },
    /** Notifies the writer of topics that clients are subscribed to, see `SubscribedTopics`. */
    listen: (added: readonly string[], removed: readonly string[]) => listeners.update(added, removed),
  }
}
