import type { SqlValue } from '@coffer/fields'
import type { Row } from '../../db/engine.ts'
import type { KeptDeletion } from './KeptDeletion.ts'

/** A SQLite value that JSON cannot represent. */
type Marked = { int: string } | { bytes: string } | { real: 'Infinity' | '-Infinity' }

const marked = (value: SqlValue): SqlValue | Marked => {
  if (typeof value === 'bigint') return { int: String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (typeof value === 'number' && !Number.isFinite(value)) return { real: value > 0 ? 'Infinity' : '-Infinity' }
  return value
}

const unmarked = (value: SqlValue | Marked): SqlValue => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if ('int' in value) return BigInt(value.int)
  return 'bytes' in value ? new Uint8Array(Buffer.from(value.bytes, 'base64')) : Number(value.real)
}

const mapRows = (
  { records, links, references, overwritten = [] }: Omit<KeptDeletion, 'overwritten'> & Partial<KeptDeletion>,
  turn: (value: never) => SqlValue | Marked,
): Record<keyof KeptDeletion, unknown> => {
  const turned = (rows: readonly Row[]) => rows.map(row => row.map(value => turn(value as never)))
  return {
    records: records.map(kept => ({ ...kept, rows: turned(kept.rows) })),
    links: { ...links, rows: turned(links.rows) },
    references,
    overwritten: overwritten.map(kept => ({
      ...kept,
      columns: kept.columns.map(({ before, after, ...column }) => ({
        ...column,
        before: turn(before as never),
        after: turn(after as never),
      })),
    })),
  }
}

/** Serializes a snapshot as JSON without loss of value types. */
export const writeKept = (deletion: KeptDeletion): string => JSON.stringify(mapRows(deletion, marked))

/** Parses the text that `writeKept` returns. Older versions stored only deletions, without `overwritten`. */
export const readKept = (text: string): KeptDeletion => mapRows(JSON.parse(text), unmarked) as unknown as KeptDeletion
