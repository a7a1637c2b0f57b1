import { fieldType, type ColumnType as ValueType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Dialect } from '../db/Dialect.ts'
import type { Reader, StoredValues } from '../db/engine.ts'
import { join, name, plainName, type Sql, sql } from '../db/sql.ts'

type ColumnType = Parameters<Dialect['columnType']>[0]
type ColumnTypes = Readonly<Record<string, ColumnType>>

const baseColumns: ColumnTypes = { id: 'recordId', created: 'creationDate', updated: 'creationDate' }

const authColumns: ColumnTypes = {
  username: 'requiredText',
  tokenKey: 'requiredText',
  passwordHash: 'requiredText',
  email: 'text',
  lastResetSentAt: 'text',
  lastVerificationSentAt: 'text',
  emailVisibility: 'boolean',
  verified: 'boolean',
}

/** The additional column of auth tables in later 0.22 releases. Older data directories lack it. */
export const alertColumn = 'lastLoginAlertSentAt'

/** Returns the column types of a record table, sorted by name in byte order, as in the 0.22 layout. */
function recordColumns(collection: Collection, keepsAlerts: boolean): [string, ColumnType][] {
  const authOnly: ColumnTypes =
    collection.type === 'auth' ? { ...authColumns, ...(keepsAlerts && { [alertColumn]: 'text' }) } : {}
  const fields = collection.schema.map((field): [string, ColumnType] => [field.name, fieldType(field).column(field.options)])
  return [...Object.entries({ ...baseColumns, ...authOnly }), ...fields].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The types by which the values of columns are compared. */
const textTypes: readonly ColumnType[] = ['recordId', 'creationDate', 'requiredText']

function valueColumns(collection: Collection): [string, ValueType][] {
  return recordColumns(collection, false).map(([column, type]) => [
    column,
    textTypes.includes(type) ? 'text' : (type as ValueType),
  ])
}

/**
 * Returns a table with a record that is not stored, or not anymore.
 * @param only a single column of the table
 */
export function tableOfRecord(dialect: Dialect, collection: Collection, values: StoredValues, only?: string): Sql {
  const columns = valueColumns(collection).filter(([column]) => only === undefined || column === only)
  return sql`SELECT ${join(columns.map(([column, type]) => sql`${dialect.stored(values[column] ?? null, type)} AS ${name(column)}`))}`
}

/**
 * Returns the table of a collection, where some records take the place of the stored ones with their ids, or are added.
 * @param records the stored values of the records, as JSON
 */
export function tableWithRecords(dialect: Dialect, collection: Collection, records: string): Sql {
  const columns = valueColumns(collection)
  const value = sql`value`
  const ids = sql`SELECT ${dialect.storedIn(value, 'id', 'text')} FROM ${dialect.storedRecords(records)}`
  const others = sql`SELECT ${join(columns.map(([column]) => name(column)))} FROM ${name(collection.name)} WHERE id NOT IN (${ids})`
  const cells = columns.map(([column, type]) => sql`${dialect.storedIn(value, column, type)} AS ${name(column)}`)
  return sql`(${others} UNION ALL SELECT ${join(cells)} FROM ${dialect.storedRecords(records)})`
}

/**
 * Returns the statement that creates the table of a new base or auth collection.
 * @param keepsAlerts whether the other auth tables have the additional column of later 0.22 releases
 */
export function createRecordTable(
  { dialect, schema }: Pick<Reader, 'dialect' | 'schema'>,
  collection: Collection,
  keepsAlerts = false,
): Sql {
  const columns = recordColumns(collection, keepsAlerts).map(([column, type]) => sql`${name(column)} ${dialect.columnType(type)}`)
  return sql`CREATE TABLE ${name(collection.name)} (${join([...schema.rowNumberColumns, ...columns])})`
}

/** Returns the unique indexes of an auth table. Their names contain the collection's id, so a rename does not affect them. */
export function authIndexes(collection: Collection): Sql[] {
  const table = name(collection.name)
  // PocketBase 0.22 writes these names without quotes, but a custom id can require them.
  const quoted = /^\w+$/.test(collection.id) ? plainName : name
  const index = (column: string) => quoted(`_${collection.id}_${column}_idx`)
  return [
    sql`CREATE UNIQUE INDEX ${index('username')} ON ${table} (${name('username')})`,
    sql`CREATE UNIQUE INDEX ${index('email')} ON ${table} (${name('email')}) WHERE ${name('email')} != ''`,
    sql`CREATE UNIQUE INDEX ${index('tokenKey')} ON ${table} (${name('tokenKey')})`,
  ]
}
