import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { constant, join, name, type Sql, sql } from '../db/sql.ts'

const dateColumn = "TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL"

const baseColumns: Record<string, string> = {
  id: "TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL",
  created: dateColumn,
  updated: dateColumn,
}

const authColumns: Record<string, string> = {
  username: 'TEXT NOT NULL',
  tokenKey: 'TEXT NOT NULL',
  passwordHash: 'TEXT NOT NULL',
  email: "TEXT DEFAULT '' NOT NULL",
  lastResetSentAt: "TEXT DEFAULT '' NOT NULL",
  lastVerificationSentAt: "TEXT DEFAULT '' NOT NULL",
  emailVisibility: 'BOOLEAN DEFAULT FALSE NOT NULL',
  verified: 'BOOLEAN DEFAULT FALSE NOT NULL',
}

/** The additional column of auth tables in later 0.22 releases. */
const alertColumn = { lastLoginAlertSentAt: "TEXT DEFAULT '' NOT NULL" }

/** Returns the column definitions of a record table, sorted by name in byte order, as in the 0.22 layout. */
const recordColumns = (collection: Collection, keepsAlerts: boolean): Record<string, string> => {
  const columns: Record<string, string> = { ...baseColumns }
  if (collection.type === 'auth') Object.assign(columns, authColumns, keepsAlerts ? alertColumn : {})
  for (const field of collection.schema) columns[field.name] = fieldType(field).column(field.options)
  return Object.fromEntries(Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Creates the table of a new base or auth collection.
 * @param keepsAlerts whether the other auth tables have the additional column of later 0.22 releases
 */
export const createRecordTable = (collection: Collection, keepsAlerts = false): Sql => {
  const columns = Object.entries(recordColumns(collection, keepsAlerts)).map(
    ([column, definition]) => sql`${name(column)} ${constant(definition)}`,
  )
  return sql`CREATE TABLE ${name(collection.name)} (${join(columns)})`
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
