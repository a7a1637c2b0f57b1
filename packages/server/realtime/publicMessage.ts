import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { type PublicMessage, type RecordChange, topicsOf } from '../messages/RecordChange.ts'
import { SerializedRecord } from '../records/serialization/SerializedRecord.ts'
import { isOpenToAll } from '../rules/conditions.ts'
import { isTopicOfOne } from './parseSubscription.ts'

/** Serializes the event of a record for listeners who can see all of its fields. */
export const messageText = (action: RecordChange['action'], recordText: string): string =>
  `{"record":${recordText},"action":"${action}"}`

/** Creates the event that all subscribers of topics without rules receive; undefined if the change has no such topic. */
export const publicMessage = (
  collection: Collection,
  change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
  row: Row,
): PublicMessage | undefined => {
  // The email of an auth record is not visible to everyone.
  if (collection.type === 'auth') return undefined
  const topics = topicsOf(change).filter(topic => isOpenToAll(collection, isTopicOfOne(topic) ? 'view' : 'list'))
  if (topics.length === 0) return undefined
  const record = new SerializedRecord({ collection, row, showsEmail: false, isCacheable: false, related: new Map() })
  return { topics, json: messageText(change.action, record.text()) }
}
