import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { constant, join, name, type Sql, sql } from '../db/sql.ts'
import { databaseSchema, dialect } from '../db/threadDatabase.ts'

type ColumnTypes = Record<string, Parameters<typeof dialect.columnType>[0]>

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
const recordColumns = (collection: Collection, keepsAlerts: boolean): ColumnTypes => {
  const columns: ColumnTypes = { ...baseColumns }
  if (collection.type === 'auth') Object.assign(columns, authColumns, keepsAlerts ? { [alertColumn]: 'text' } : {})
  for (const field of collection.schema) columns[field.name] = fieldType(field).column(field.options)
  return Object.fromEntries(Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Creates the table of a new base or auth collection.
 * @param keepsAlerts whether the other auth tables have the additional column of later 0.22 releases
 */
export const createRecordTable = (collection: Collection, keepsAlerts = false): Sql => {
  const columns = Object.entries(recordColumns(collection, keepsAlerts)).map(
    ([column, type]) => sql`${name(column)} ${dialect.columnType(type)}`,
  )
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
