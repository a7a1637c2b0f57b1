import { fieldTypes, isObject, type SqlValue } from '@coffer/fields'
import type { Dialect } from '../../db/Dialect.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow, Read } from './Joins.ts'

/** A value that is read from a row. */
export interface ColumnValue {
  kind: 'column'
  /** The row that holds it; undefined for the record itself. */
  row: JoinedRow | undefined
  read: Read
  /** Compared by type and value; null equals only null. */
  isJson: boolean
  /** Never compared as empty text, even if it is null. */
  isNeverEmpty: boolean
  /** Does not depend on the record or on joined rows. */
  isConstant: boolean
  /** Not null even if its row is missing. */
  isNonNullWithoutRow: boolean
  /** The list element that it equals. */
  element?: JoinedRow
  /** Reads whether the value of a row can be seen. */
  isVisible?: Read
  /** Whether it is the hash of a password, or computed from one. */
  isSecret?: true
}

/** A resolved operand. */
export type Value =
  | ColumnValue
  | { kind: 'null' }
  | { kind: 'boolean'; isTrue: boolean }
  /** `text` is the value as used by `~`. */
  | { kind: 'bound'; value: Exclude<SqlValue, null>; text: string }

export const nullValue: Value = { kind: 'null' }

export function booleanValue(isTrue: boolean): Value {
  return { kind: 'boolean', isTrue }
}

export function textValue(text: string): Value {
  return { kind: 'bound', value: text, text }
}

const numberText = (value: number): string => fieldTypes.text.normalize(value, fieldTypes.text.options.parse({}))

/** A number that SQLite compares as REAL. */
export function numberValue(value: number): Value {
  return { kind: 'bound', value, text: numberText(value) }
}

/** A number that SQLite compares as INTEGER. */
export function integerValue(value: number): Value {
  return { kind: 'bound', value: BigInt(value), text: String(value) }
}

const byKey = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Turns a JSON value of the request into an operand. Lists and objects become their JSON text. */
export function givenValue(given: unknown): Value {
  if (given === null || given === undefined) return nullValue
  if (typeof given === 'string') return textValue(given)
  if (typeof given === 'number') return numberValue(given)
  if (typeof given === 'boolean') return { kind: 'bound', value: given ? 1n : 0n, text: String(given) }
  return textValue(JSON.stringify(given, byKey))
}

export function columnValue(row: JoinedRow | undefined, read: Read): ColumnValue {
  return {
    kind: 'column',
    row,
    read,
    isJson: false,
    isNeverEmpty: false,
    isConstant: false,
    isNonNullWithoutRow: false,
  }
}

export function isMany(value: Value): value is ColumnValue {
  return value.kind === 'column' && value.row?.isMany === true
}

/** Returns the value as SQL, read from the row with the alias. */
export function valueSql(dialect: Dialect, value: Value, alias: string): Sql {
  if (value.kind === 'column') return value.read(alias)
  if (value.kind === 'null') return sql`NULL`
  return value.kind === 'boolean' ? dialect.boolean(value.isTrue) : sql`${value.value}`
}
