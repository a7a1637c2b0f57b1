import type { ChangeListeners } from '../records/ChangeListeners.ts'
import { describeDeleted } from './describeDeleted.ts'
import { openMessage } from './openMessage.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import { TimeBudget } from './TimeBudget.ts'

/** Time budget, in milliseconds, for evaluating the slow subscriptions to the records of one deletion: all other changes wait for it. */
const maxDeletionMs = 200

/** The clients that listen in this thread, for code that changes records. */
export const changeListeners = (context: RealtimeContext): ChangeListeners => ({
  of: change => context.audiences.of(change),
  openMessage,
  describeDeletion: () => {
    const patience = new TimeBudget(context.slowAudiences, maxDeletionMs)
    return (collection, ids) => describeDeleted(context, collection, ids, patience)
  },
})
