import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { type OpenMessage, type RecordChange, topicsOf } from '../messages/RecordChange.ts'
import { PresentedRecord } from '../records/serialization/PresentedRecord.ts'
import { isOpenToAll } from '../rules/conditions.ts'
import { isTopicOfOne } from './parseSubscription.ts'

/** The text of what is told of a record to whoever sees all of it and asked for nothing else. */
export const messageText = (action: RecordChange['action'], recordText: string): string =>
  `{"record":${recordText},"action":"${action}"}`

/** What all are told alike of a change, for topics of which rules hide nothing; undefined where there is no such topic. */
export const openMessage = (
  collection: Collection,
  change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
  row: Row,
): OpenMessage | undefined => {
  // Of accounts some see more than others.
  if (collection.type === 'auth') return undefined
  const topics = topicsOf(change).filter(topic => isOpenToAll(collection, isTopicOfOne(topic) ? 'view' : 'list'))
  if (topics.length === 0) return undefined
  const record = new PresentedRecord({ collection, row, showsEmail: false, comesAgain: false, related: new Map() })
  return { topics, json: messageText(change.action, record.text()) }
}
