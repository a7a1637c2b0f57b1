import { type PublicMessage, type RecordChange, topicsOf } from '../records/changes/RecordChange.ts'
import { hasHiddenFields } from '../records/rows/hiddenFields.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { isOpenToAll } from '../records/rules/conditions.ts'
import { publicRecord, type RecordFormat } from '../records/visible/VisibleRecord.ts'
import { isTopicOfOne } from './parseSubscription.ts'

/** Creates the event that all subscribers of topics without rules receive; undefined if the change has no such topic. */
export function publicMessage(
  change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
  record: StoredRecord,
  format: RecordFormat,
): PublicMessage | undefined {
  const { collection } = record
  // The email of an auth record and hidden fields are not visible to everyone.
  if (collection.type === 'auth' || hasHiddenFields(collection)) return undefined
  const topics = topicsOf(change).filter(topic => isOpenToAll(collection, isTopicOfOne(topic) ? 'view' : 'list'))
  if (topics.length === 0) return undefined
  return { topics, json: format.event(change.action, format.text(publicRecord(record))) }
}
