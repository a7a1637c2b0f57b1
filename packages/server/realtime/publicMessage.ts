import { type PublicMessage, type RecordChange, topicsOf } from '../messages/RecordChange.ts'
import { publicRecord } from '../records/serialization/SerializedRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { isOpenToAll } from '../rules/conditions.ts'
import { isTopicOfOne } from './parseSubscription.ts'

/** Serializes the event of a record for listeners who can see all of its fields. */
export const messageText = (action: RecordChange['action'], recordText: string): string =>
  `{"record":${recordText},"action":"${action}"}`

/** Creates the event that all subscribers of topics without rules receive; undefined if the change has no such topic. */
export const publicMessage = (
  change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
  record: StoredRecord,
): PublicMessage | undefined => {
  const { collection } = record
  // The email of an auth record is not visible to everyone.
  if (collection.type === 'auth') return undefined
  const topics = topicsOf(change).filter(topic => isOpenToAll(collection, isTopicOfOne(topic) ? 'view' : 'list'))
  if (topics.length === 0) return undefined
  return { topics, json: messageText(change.action, publicRecord(record).text()) }
}
