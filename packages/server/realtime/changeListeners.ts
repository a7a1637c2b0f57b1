import type { Collection } from '@coffer/schema'
import type { Message } from '../messages/RecordChange.ts'
import type { ChangeListeners } from '../records/ChangeListeners.ts'
import { describeChange } from './describeChange.ts'
import { publicMessage } from './publicMessage.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import { TimeBudget } from './TimeBudget.ts'

/**
 * Creates the events of a deletion before its commit, while the records can still be read.
 * @param budget for the whole deletion, because all other changes wait for it
 */
const describeDeleted = async (
  app: RealtimeContext,
  collection: Collection,
  ids: readonly string[],
  budget: TimeBudget,
): Promise<Message[]> => {
  const messages: Message[] = []
  for (const recordId of ids) {
    const change = { action: 'delete', collection: { id: collection.id, name: collection.name }, recordId } as const
    const audiences = app.audiences.of(change)
    if (audiences.length === 0) continue
    const described = await describeChange(app, change, audiences, { budget, yieldThread: async () => undefined })
    audiences.forEach((audience, index) => {
      const json = described[index]
      if (json) messages.push({ audience, json })
    })
  }
  return messages
}

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
