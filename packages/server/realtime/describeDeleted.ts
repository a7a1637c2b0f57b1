import type { Collection } from '@coffer/schema'
import type { Message } from '../messages/RecordChange.ts'
import { describeChange } from './describeChange.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import type { TimeBudget } from './TimeBudget.ts'

/**
 * What those who listen are to be told of a deletion under way, asked while everybody else still finds the records.
 * @param patience for all of the deletion: every change waits meanwhile
 */
export const describeDeleted = async (
  app: RealtimeContext,
  collection: Collection,
  ids: readonly string[],
  patience: TimeBudget,
): Promise<Message[]> => {
  const messages: Message[] = []
  for (const recordId of ids) {
    const change = { action: 'delete', collection: { id: collection.id, name: collection.name }, recordId } as const
    const audiences = app.audiences.of(change)
    if (audiences.length === 0) continue
    const described = await describeChange(app, change, audiences, { patience, rest: async () => undefined })
    audiences.forEach((audience, index) => {
      const json = described[index]
      if (json) messages.push({ audience, json })
    })
  }
  return messages
}
