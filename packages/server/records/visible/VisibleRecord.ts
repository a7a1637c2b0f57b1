import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'
import type { RecordChange } from '../changes/RecordChange.ts'
import { rowOf, type StoredRecord } from '../rows/StoredRecord.ts'

/** A record as its requester can see it, with its row of the collection's shape. */
export interface VisibleRecord {
  collection: Collection
  row: Row
  /** Whether to show the email of an auth record that hides it. */
  showsEmail: boolean
  /** Whether to show hidden fields: only to admins. */
  showsHidden: boolean
  /** The expanded records, by segment of the expand list. */
  expand: ReadonlyMap<string, VisibleRecord | readonly VisibleRecord[]>
}

/** Turns visible records into JSON. A dialect of the API implements it, because only `api` knows how records look there. */
export interface RecordFormat {
  value: (record: VisibleRecord) => Record<string, unknown>
  /** Returns escaped JSON without a final line break. */
  text: (record: VisibleRecord) => string
  /** Returns the realtime event of a change as JSON, given the JSON of its record. */
  event: (action: RecordChange['action'], recordText: string) => string
}

export const notExpanded: VisibleRecord['expand'] = new Map()

/** Returns a record as every requester sees it: without a hidden email and hidden fields. */
export function publicRecord(record: StoredRecord): VisibleRecord {
  return { collection: record.collection, row: rowOf(record), showsEmail: false, showsHidden: false, expand: notExpanded }
}
