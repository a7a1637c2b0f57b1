import type { Collection } from '@coffer/schema'
import type { StoredValues } from '../../db/engine.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** An event that is the same for all subscribers of some topics without options. */
export interface PublicMessage {
  topics: readonly string[]
  /** The event as a `RecordFormat` writes it. */
  json: string
}

/** The collection of a change, with the rules that it had then. */
export type ChangedCollection = Pick<Collection, 'id' | 'name' | 'listRule' | 'viewRule'>

/** A committed change of a record, for realtime subscriptions. */
export interface RecordChange {
  action: 'create' | 'update' | 'delete'
  collection: ChangedCollection
  recordId: string
  /** When its transaction began to change records, in the stored form of dates. */
  changedAt: string
  /** The record as the change left it, or as it was before a deletion. Absent if no subscriber needs it. */
  record?: StoredValues
  /** The record before an update, if a subscriber is signed in as it: it decides what the subscriber could see until then. */
  before?: StoredValues
  /** The event for topics without rules, which is created with the change. */
  publicMessage?: PublicMessage
  /** Token key that the change revokes, because it deletes an auth record or changes its password or email. */
  revokedTokenKey?: string
}

/** Records that a transaction has deleted, or changed because they referred to deleted ones, as they were before. */
export interface RemovedRecords {
  /** The ids of their collections. */
  collections: readonly string[]
  /** The stored values as JSON, by the id of the collection. Absent if there were too many: rules that read them cannot be checked. */
  records?: ReadonlyMap<string, string>
}

/** Returns the topics of a change: the collection, by id and by name, and the record. */
export function topicsOf({
  collection,
  recordId,
}: {
  collection: Pick<ChangedCollection, 'id' | 'name'>
  recordId: string
}): string[] {
  return [collection.id, collection.name].flatMap(name => [name, `${name}/*`, `${name}/${recordId}`])
}

/** Returns the characters that a change keeps in memory, without the removed records of its transaction. */
export function lengthOfChange({ record, publicMessage }: RecordChange): number {
  return (record ? charactersIn(Object.values(record)) : 0) + (publicMessage?.json.length ?? 0)
}

/** Returns the characters that the removed records of a transaction keep in memory. */
export function lengthOfRemoved({ records }: RemovedRecords): number {
  return [...(records?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)
}

/** A change of one record. */
export type ChangeOf =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord }
  | { action: 'delete'; before: StoredRecord }
