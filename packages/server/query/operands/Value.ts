import { fieldTypes, type SqlValue } from '@coffer/fields'
import { type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow, Read } from './Joins.ts'

/** A value of each row. */
export interface ColumnValue {
  kind: 'column'
  /** The row that holds it; undefined for the record itself. */
  row: JoinedRow | undefined
  read: Read
  /** Compared by type and value, null only with null. */
  isJson: boolean
  /** Never taken for empty, although it may be null. */
  isKnown: boolean
  /** It does not depend on the record, nor on any row that is joined to it. */
  isConstant: boolean
  /** Where there is no row to read it from, it is something else than null. */
  outlastsRow: boolean
  /** The element of a list that it equals. */
  element?: JoinedRow
  /** True for rows whose value may be asked about. */
  isVisible?: Read
}

/** An operand whose name is resolved. */
export type Value =
  | ColumnValue
  | { kind: 'word'; word: 'NULL' | '1' | '0' }
  /** `text` is the value as a pattern of `~`. */
  | { kind: 'bound'; value: Exclude<SqlValue, null>; text: string }

export const nullValue: Value = { kind: 'word', word: 'NULL' }

export const truthValue = (isTrue: boolean): Value => ({ kind: 'word', word: isTrue ? '1' : '0' })

export const textValue = (text: string): Value => ({ kind: 'bound', value: text, text })

const numberText = (value: number): string => fieldTypes.text.normalize(value, fieldTypes.text.options.parse({}))

/** A number that is compared as SQLite's REAL: as text it has a decimal point. */
export const numberValue = (value: number): Value => ({ kind: 'bound', value, text: numberText(value) })

/** A whole number that is compared as SQLite's INTEGER. */
export const integerValue = (value: number): Value => ({ kind: 'bound', value: BigInt(value), text: String(value) })

const byKey = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** A JSON value that came with the request. Lists and objects are their JSON text. */
export const givenValue = (given: unknown): Value => {
  if (given === null || given === undefined) return nullValue
  if (typeof given === 'string') return textValue(given)
  if (typeof given === 'number') return numberValue(given)
  if (typeof given === 'boolean') return { kind: 'bound', value: given ? 1n : 0n, text: String(given) }
  return textValue(JSON.stringify(given, byKey))
}

export const columnValue = (row: JoinedRow | undefined, read: Read): ColumnValue => ({
  kind: 'column',
  row,
  read,
  isJson: false,
  isKnown: false,
  isConstant: false,
  outlastsRow: false,
})

export const isMany = (value: Value): value is ColumnValue => value.kind === 'column' && value.row?.isMany === true

const words = { NULL: sql`NULL`, 1: sql`1`, 0: sql`0` }

/** The value as SQL, read from the row with the alias. */
export const valueSql = (value: Value, alias: string): Sql => {
  if (value.kind === 'column') return value.read(alias)
  return value.kind === 'word' ? words[value.word] : sql`${value.value}`
}
