import type { FieldTypeName, SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'

/** A column of kept rows. Fields are told by their ids, so that they may be renamed meanwhile. */
export interface KeptColumn {
  name: string
  field?: { id: string; type: FieldTypeName; isMultiple: boolean }
}

/** Deleted rows of one collection, with every column of its table as it was stored. */
export interface KeptRows {
  collectionId: string
  type: Collection['type']
  columns: KeptColumn[]
  rows: Row[]
  /** Records that the rows named although they were not there: `collection id/record id`. */
  absent: string[]
}

/** Ids that were taken out of a field of a record when what they name was deleted. */
export interface KeptReference {
  collectionId: string
  recordId: string
  fieldId: string
  /** The collection whose records the field names. */
  targetId: string
  /** All ids of the field before, and those that were taken out. */
  before: string[]
  removed: string[]
  /** The record's date before. */
  updated: string
}

/** What a change of one record has overwritten. */
export interface KeptChange {
  collectionId: string
  recordId: string
  /** The changed columns, with the values before and after the change. */
  columns: (KeptColumn & { before: SqlValue; after: SqlValue })[]
  /** Records that the values before named although they did not exist: `collection id/record id`. */
  absent: string[]
}

/** Everything that the deletion or the change of one record took away. */
export interface KeptDeletion {
  records: KeptRows[]
  /** Rows of `_externalAuths`. */
  links: { columns: string[]; rows: Row[] }
  references: KeptReference[]
  overwritten: KeptChange[]
}
