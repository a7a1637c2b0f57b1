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

interface LiveRealtime {
  listeners: SubscribedTopics
  /** Returns the context as of the last commit. */
  snapshot: () => Promise<RealtimeContext>
}

/** Is notified when the evaluation with a number begins to use the thread, and when it pauses or ends. */
export interface EvaluationMarks {
  beginEvaluation: (number: number) => void
  endEvaluation: () => void
}

/** Creates the operations of the event streams on the database. */
export function createRealtimeService({ listeners, snapshot }: LiveRealtime, marks?: EvaluationMarks) {
  return {
    /** Creates the events of a committed change for audiences. */
    describe: async (request: DescribeRequest): Promise<DescribedEvents> => {
      const startedAt = performance.now()
      const { evaluation } = request
      const yieldThread = async (): Promise<void> => {
        marks?.endEvaluation()
        await nextTurn()
        if (evaluation !== undefined) marks?.beginEvaluation(evaluation)
      }
      for (;;) {
        try {
          const app = await snapshot()
          // In a turn of its own, so that a read that blocks the same turn does not count as the evaluation.
          await yieldThread()
          return await describeChange(app, request, {
            budget: new TimeBudget(app.slowAudiences, maxSlowEvaluationMs, app.db.maxQuickReadMs),
            yieldThread,
          }).finally(() => marks?.endEvaluation())
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
