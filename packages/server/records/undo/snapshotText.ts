import type { SqlValue } from '@coffer/fields'
import type { Row } from '../../db/engine.ts'
import type { UndoSnapshot } from './UndoSnapshot.ts'

/** A SQLite value that JSON cannot represent. */
type EncodedValue = { int: string } | { bytes: string } | { real: 'Infinity' | '-Infinity' }

const encodeValue = (value: SqlValue): SqlValue | EncodedValue => {
  if (typeof value === 'bigint') return { int: String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value === 'number' && !Number.isFinite(value)) return { real: value > 0 ? 'Infinity' : '-Infinity' }
  return value
}

const decodeValue = (value: SqlValue | EncodedValue): SqlValue => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if ('int' in value) return BigInt(value.int)
  return 'bytes' in value ? new Uint8Array(Buffer.from(value.bytes, 'base64')) : Number(value.real)
}

const mapRows = (
  { records, links, references, overwritten = [] }: Omit<UndoSnapshot, 'overwritten'> & Partial<UndoSnapshot>,
  convert: (value: never) => SqlValue | EncodedValue,
): Record<keyof UndoSnapshot, unknown> => {
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
export const serializeSnapshot = (deletion: UndoSnapshot): string => JSON.stringify(mapRows(deletion, encodeValue))

/** Parses the text that `serializeSnapshot` returns. Older versions stored only deletions, without `overwritten`. */
export const parseSnapshot = (text: string): UndoSnapshot => mapRows(JSON.parse(text), decodeValue) as unknown as UndoSnapshot
