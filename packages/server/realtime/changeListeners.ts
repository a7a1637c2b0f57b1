import type { ChangeListeners } from '../records/ChangeListeners.ts'
import { describeDeleted } from './describeDeleted.ts'
import { publicMessage } from './publicMessage.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import { TimeBudget } from './TimeBudget.ts'

/** Time budget, in milliseconds, for evaluating the slow subscriptions to deleted records. All other changes wait for it. */
const deletionBudgetMs = 200

/** Gives code that changes records access to the realtime subscriptions. */
export const changeListeners = (context: RealtimeContext): ChangeListeners => ({
  of: change => context.audiences.of(change),
  publicMessage,
  describeDeletion: () => {
    const budget = new TimeBudget(context.slowAudiences, deletionBudgetMs)
    return (collection, ids) => describeDeleted(context, collection, ids, budget)
  },
})
