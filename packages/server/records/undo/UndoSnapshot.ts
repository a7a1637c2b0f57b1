import type { FieldTypeName, SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'

/** A column of the deleted rows. A field is identified by its id, because it may be renamed before the undo. */
export interface SnapshotColumn {
  name: string
  field?: { id: string; type: FieldTypeName; isMultiple: boolean }
}

/** Deleted rows of one collection, with every column of its table as it was stored. */
export interface DeletedRows {
  collectionId: string
  type: Collection['type']
  columns: SnapshotColumn[]
  rows: Row[]
  /** Dangling references of the rows before the deletion: `collection id/record id`. */
  absent: string[]
}

/** Ids that were removed from a field because their records were deleted. */
export interface RemovedReference {
  collectionId: string
  recordId: string
  fieldId: string
  /** The collection that the field refers to. */
  targetId: string
  /** All ids of the field before the deletion, and the removed ones. */
  before: string[]
  removed: string[]
  /** The record's `updated` before the deletion. */
  updated: string
}

/** The values that a change of one record has overwritten. */
export interface OverwrittenValues {
  collectionId: string
  recordId: string
  /** The changed columns, with the values before and after the change. */
  columns: (SnapshotColumn & { before: SqlValue; after: SqlValue })[]
  /** Dangling references of the values before the change: `collection id/record id`. */
  absent: string[]
}

/** Everything that the deletion or change of one record has removed. Stored as JSON. */
export interface UndoSnapshot {
  records: DeletedRows[]
  /** Rows of `_externalAuths`. */
  links: { columns: string[]; rows: Row[] }
  references: RemovedReference[]
  overwritten: OverwrittenValues[]
}
