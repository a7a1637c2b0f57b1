import type { SqlValue } from '@coffer/fields'
import type { CustomTypesConfig } from 'pg'

/** Object ids of PostgreSQL's types (pg_type.dat). They never change. */
const oids = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, oid: 26, float4: 700, float8: 701, numeric: 1700, jsonb: 3802 }

function readInteger(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

const parsers = new Map<number, (text: string) => SqlValue>([
  [oids.bool, text => (text === 't' ? 1 : 0)],
  [oids.bytea, text => Buffer.from(text.slice(2), 'hex')],
  [oids.int8, readInteger],
  [oids.int2, Number],
  [oids.int4, Number],
  [oids.oid, Number],
  [oids.float4, Number],
  [oids.float8, Number],
  [oids.numeric, Number],
  // A value that a view extracts from JSON.
  [oids.jsonb, text => JSON.parse(text) as string | number | null],
])

const keepText = (text: string): string => text

/** Parses columns to the values that the SQLite engine returns: booleans are 1 and 0, and JSON stays text. */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number) => parsers.get(oid) ?? keepText) as CustomTypesConfig['getTypeParser'],
}
