import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { constant, join, name, type Sql, sql } from '../db/sql.ts'
import { databaseSchema, dialect } from '../db/threadDatabase.ts'

type ColumnType = Parameters<typeof dialect.columnType>[0]
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
const recordColumns = (collection: Collection, keepsAlerts: boolean): [string, ColumnType][] => {
  const authOnly: ColumnTypes =
    collection.type === 'auth' ? { ...authColumns, ...(keepsAlerts && { [alertColumn]: 'text' }) } : {}
  const fields = collection.schema.map((field): [string, ColumnType] => [field.name, fieldType(field).column(field.options)])
  return [...Object.entries({ ...baseColumns, ...authOnly }), ...fields].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Creates the table of a new base or auth collection.
 * @param keepsAlerts whether the other auth tables have the additional column of later 0.22 releases
 */
export const createRecordTable = (collection: Collection, keepsAlerts = false): Sql => {
  const columns = recordColumns(collection, keepsAlerts).map(([column, type]) => sql`${name(column)} ${dialect.columnType(type)}`)
  return sql`CREATE TABLE ${name(collection.name)} (${join([...databaseSchema.rowNumberColumns, ...columns])})`
}

/** Returns the unique indexes of an auth table. Their names contain the collection's id, so a rename does not affect them. */
export const authIndexes = (collection: Collection): Sql[] => {
  const table = name(collection.name)
  // PocketBase 0.22 writes these names without quotes, but a custom id can require them.
  const quoted = /^\w+$/.test(collection.id) ? constant : name
  const index = (column: string) => quoted(`_${collection.id}_${column}_idx`)
  return [
    sql`CREATE UNIQUE INDEX ${index('username')} ON ${table} (\`username\`)`,
    sql`CREATE UNIQUE INDEX ${index('email')} ON ${table} (\`email\`) WHERE \`email\` != ''`,
    sql`CREATE UNIQUE INDEX ${index('tokenKey')} ON ${table} (\`tokenKey\`)`,
  ]
}
