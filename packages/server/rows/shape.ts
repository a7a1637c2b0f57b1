import { type Field, fieldType, parseDate, type SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { join, name, type Sql, sql } from '../db/sql.ts'
import { memoizeByObject } from '../runtime/memoizeByObject.ts'

/** One column of a record table and how its values are read. */
interface Column {
  name: string
  /** The field behind the column; absent for system columns. */
  field?: Field
  decode: (stored: SqlValue) => unknown
  encode: (value: unknown) => SqlValue
  /** The value in an API answer. */
  present: (stored: SqlValue) => unknown
  /** Never in an API answer. */
  secret: boolean
}

/** An object with these keys: a copy of it is filled faster than an object is built, and takes every name for a plain key. */
export const blankOf = (keys: readonly string[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries(keys.map(key => [key, undefined]))

/** How rows of a collection are selected and read: made once for each collection as of one version of the schema. */
export interface Shape {
  collection: Collection
  /** In byte order of the names, which is the order of keys in an answer. */
  columns: readonly Column[]
  position: ReadonlyMap<string, number>
  /** Has every column's name as a key. */
  blank: Readonly<Record<string, unknown>>
  /** Each column as SQL, with the table's name. */
  selects: readonly Sql[]
  /** All of them. */
  select: Sql
}

const utf8 = new TextDecoder()

/** Views may yield bytes; they are taken for text. */
const readable = (stored: SqlValue): SqlValue => (stored instanceof Uint8Array ? utf8.decode(stored) : stored)

const asText = (stored: SqlValue): string => (typeof stored === 'string' ? stored : String(readable(stored) ?? ''))

const asDate = (stored: SqlValue): string => parseDate(asText(stored))

const textColumn = (column: string, secret = false): Column => ({
  name: column,
  decode: asText,
  encode: value => String(value ?? ''),
  present: asText,
  secret,
})

/** Dates that were written by hand or by other tools come in other forms. */
const dateColumn = (column: string): Column => ({ ...textColumn(column), decode: asDate, present: asDate })

const boolColumn = (column: string): Column => ({
  name: column,
  decode: Boolean,
  encode: value => (value === true ? 1 : 0),
  present: Boolean,
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

const fieldColumn = (field: Field): Column => {
  const type = fieldType(field)
  return {
    name: field.name,
    field,
    decode: stored => type.decode(readable(stored), field.options),
    encode: value => type.encode(value),
    present: stored => type.toJson(type.decode(readable(stored), field.options)),
    secret: false,
  }
}

const systemColumns = (collection: Collection): Column[] => {
  if (collection.type === 'view') return [textColumn('id'), ...collection.dates.map(dateColumn)]
  const dates = [textColumn('id'), dateColumn('created'), dateColumn('updated')]
  return collection.type === 'auth' ? [...dates, ...authColumns] : dates
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

const makeShape = (collection: Collection): Shape => {
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

/** The shape of a collection's rows. */
export const shapeOf = memoizeByObject(makeShape)

/** The normal value of one column of a row; undefined when the collection has no such column. */
export const valueIn = (shape: Shape, row: Row, column: string): unknown => {
  const position = shape.position.get(column)
  return position === undefined ? undefined : shape.columns[position]?.decode(row[position] ?? null)
}
