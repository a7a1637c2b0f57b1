import { type Field, fieldType, parseDate, type SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { assertHash, isHash } from '../../crypto/passwords.ts'
import type { Row } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'

/** A column of a record table, with its encoding. */
interface Column {
  name: string
  /** The field behind the column; absent for system columns. */
  field?: Field
  decode: (stored: SqlValue) => unknown
  encode: (value: unknown) => SqlValue
  /** Returns the value for an API response. */
  toJson: (stored: SqlValue) => unknown
  /** Never in an API response: the column has no key there, and the field of a password is always empty. */
  secret: boolean
}

/**
 * Returns an object with these keys. Filling a copy of it is faster than building an object key by key, and even a key such as
 * `__proto__` is a plain one.
 */
export function blankOf(keys: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(keys.map(key => [key, undefined]))
}

/** Describes how rows of a collection are selected and decoded. Cached per collection and schema version. */
export interface Shape {
  collection: Collection
  /** In byte order of the names, like the keys of a response. */
  columns: readonly Column[]
  position: ReadonlyMap<string, number>
  /** An object with every column name as a key. */
  blank: Readonly<Record<string, unknown>>
  /** Each column as SQL, with the table's name. */
  selects: readonly Sql[]
  /** `selects`, joined by commas. */
  select: Sql
}

const utf8 = new TextDecoder()

/** Decodes a BLOB, which a view may return, as UTF-8 text. */
const readable = (stored: SqlValue): SqlValue => (stored instanceof Uint8Array ? utf8.decode(stored) : stored)

const asText = (stored: SqlValue): string => (typeof stored === 'string' ? stored : String(readable(stored) ?? ''))

const asDate = (stored: SqlValue): string => parseDate(asText(stored))

const textColumn = (column: string, secret = false): Column => ({
  name: column,
  decode: asText,
  encode: value => String(value ?? ''),
  toJson: asText,
  secret,
})

/** Parses dates, because other tools may have stored them in another format. */
const dateColumn = (column: string): Column => ({ ...textColumn(column), decode: asDate, toJson: asDate })

const boolColumn = (column: string): Column => ({
  name: column,
  decode: Boolean,
  encode: value => (value === true ? 1 : 0),
  toJson: Boolean,
  secret: false,
})

const authColumns = [
  textColumn('username'),
  textColumn('email'),
  boolColumn('emailVisibility'),
  boolColumn('verified'),
  textColumn('tokenKey', true),
  textColumn('passwordHash', true),
  textColumn('lastResetSentAt', true),
  textColumn('lastVerificationSentAt', true),
]

function fieldColumn(field: Field): Column {
  const type = fieldType(field)
  return {
    name: field.name,
    field,
    decode: stored => {
      const value = type.decode(readable(stored), field.options)
      return type.holdsPassword && !isHash(value) ? '' : value
    },
    encode: value => type.encode(type.holdsPassword ? assertHash(value) : value),
    toJson: stored => type.toJson(type.decode(readable(stored), field.options)),
    secret: type.holdsPassword !== undefined,
  }
}

function systemColumns(collection: Collection): Column[] {
  if (collection.type === 'view') return [textColumn('id'), ...collection.dates.map(dateColumn)]
  const dates = [textColumn('id'), dateColumn('created'), dateColumn('updated')]
  return collection.type === 'auth' ? [...dates, ...authColumns] : dates
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

function makeShape(collection: Collection): Shape {
  const absent = collection.type === 'view' ? (collection.absent ?? []) : []
  const columns = [...systemColumns(collection), ...collection.schema.map(fieldColumn)].sort(byName)
  const selects = columns.map(column => (absent.includes(column.name) ? sql`NULL` : name(collection.name, column.name)))
  return {
    collection,
    columns,
    blank: blankOf(columns.map(column => column.name)),
    position: new Map(columns.map((column, index) => [column.name, index])),
    selects,
    select: join(selects),
  }
}

/** Returns the shape of a collection's rows. */
export const shapeOf = memoizeByObject(makeShape)

/** Returns the decoded value of one column of a row; undefined if the collection has no such column. */
export function valueIn(shape: Shape, row: Row, column: string): unknown {
  const position = shape.position.get(column)
  return position === undefined ? undefined : shape.columns[position]?.decode(row[position] ?? null)
}
