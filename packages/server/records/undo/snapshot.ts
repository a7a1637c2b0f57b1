import type { FieldTypeName, SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'

/** Maximum number of characters of a snapshot. A larger change cannot be undone. */
export const maxSnapshotCharacters = 32 * 1024 * 1024

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

/** The values that an update of one record has overwritten. */
export interface OverwrittenValues {
  collectionId: string
  recordId: string
  /** The changed columns, with the values before and after the update. */
  columns: (SnapshotColumn & { before: SqlValue; after: SqlValue })[]
  /** Dangling references of the values before the update: `collection id/record id`. */
  absent: string[]
}

/** Everything that the deletion or update of one record has removed. Stored as JSON. */
export interface UndoSnapshot {
  records: DeletedRows[]
  /** Rows of `_externalAuths`. */
  links: { columns: string[]; rows: Row[] }
  references: RemovedReference[]
  overwritten: OverwrittenValues[]
}

/** A SQLite value that JSON cannot represent. */
type EncodedValue = { int: string } | { bytes: string } | { real: 'Infinity' | '-Infinity' }

function encodeValue(value: SqlValue): SqlValue | EncodedValue {
  if (typeof value === 'bigint') return { int: String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value === 'number' && !Number.isFinite(value)) return { real: value > 0 ? 'Infinity' : '-Infinity' }
  return value
}

function decodeValue(value: SqlValue | EncodedValue): SqlValue {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if ('int' in value) return BigInt(value.int)
  return 'bytes' in value ? new Uint8Array(Buffer.from(value.bytes, 'base64')) : Number(value.real)
}

function mapValues(
  { records, links, references, overwritten = [] }: Omit<UndoSnapshot, 'overwritten'> & Partial<UndoSnapshot>,
  convert: (value: never) => SqlValue | EncodedValue,
): Record<keyof UndoSnapshot, unknown> {
  const convertRows = (rows: readonly Row[]) => rows.map(row => row.map(value => convert(value as never)))
  return {
    records: records.map(part => ({ ...part, rows: convertRows(part.rows) })),
    links: { ...links, rows: convertRows(links.rows) },
    references,
    overwritten: overwritten.map(part => ({
      ...part,
      columns: part.columns.map(({ before, after, ...column }) => ({
        ...column,
        before: convert(before as never),
        after: convert(after as never),
      })),
    })),
  }
}

/** Serializes a snapshot as JSON without loss of value types. */
export function serializeSnapshot(snapshot: UndoSnapshot): string {
  return JSON.stringify(mapValues(snapshot, encodeValue))
}

/** Parses the text that `serializeSnapshot` returns. Older versions stored only deletions, without `overwritten`. */
export function parseSnapshot(text: string): UndoSnapshot {
  return mapValues(JSON.parse(text), decodeValue) as unknown as UndoSnapshot
}
