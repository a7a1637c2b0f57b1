// The thread of the log opens databases too, and needs none of the other modules of the package.
import { printIndex } from '@coffer/schema/printIndex'
import type { Reader, Schema } from '../engine.ts'
import type { StoredIndex } from '../schemaObjects.ts'
import { join, name, type Sql, sql, untrusted } from '../sql.ts'
import { logHourTables, logTables } from './logTables.ts'
import {
  accessReviewTables,
  attemptTables,
  dataTables,
  eventTables,
  mailTables,
  ruleTestTables,
  signInTables,
  undoTables,
} from './systemTables.ts'

async function selectIndexes(reader: Reader, condition: Sql): Promise<StoredIndex[]> {
  const rows = await reader.rows(sql`SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND ${condition}`)
  return rows.map(([index, table, statement]) => ({
    name: String(index),
    table: String(table),
    statement: typeof statement === 'string' ? statement : undefined,
  }))
}

/** Maximum number of tables per statement, because SQLite limits the number of result columns. */
const maxTablesPerStatement = 500

/** The schema of a SQLite database, with the system tables of the 0.22 layout. */
export const sqliteSchema: Schema = {
  systemTables: {
    data: dataTables,
    logs: logTables,
    logHours: logHourTables,
    undo: undoTables,
    mails: mailTables,
    attempts: attemptTables,
    accessReviews: accessReviewTables,
    ruleTests: ruleTestTables,
    signIns: signInTables,
    events: eventTables,
  },
  rowNumberColumns: [],

  hasTable: async (reader, table) =>
    (await reader.row(sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${table}`)) !== undefined,

  tables: async reader => {
    const rows = await reader.rows(
      sql`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    return rows.map(([table]) => String(table))
  },

  columns: async (reader, table) =>
    (await reader.rows(sql`SELECT name FROM pragma_table_info(${table})`)).map(([column]) => String(column)),

  // SQLite itself compares the columns by their affinities.
  viewColumns: async (reader, view) => (await sqliteSchema.columns(reader, view)).map(name => ({ name, affinity: undefined })),

  views: async reader => {
    const rows = await reader.rows(sql`SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid`)
    return rows.map(([view, statement]) => ({ name: String(view), statement: String(statement) }))
  },

  findIndex: async (reader, index) => (await selectIndexes(reader, sql`name = ${index} COLLATE NOCASE`))[0],

  indexes: (reader, table) => selectIndexes(reader, sql`tbl_name = ${table} COLLATE NOCASE`),

  // The last rowid, which is equally fast for large tables.
  sizes: async (reader, tables) => {
    const sizes: number[] = []
    for (let start = 0; start < tables.length; start += maxTablesPerStatement) {
      const lastRows = tables
        .slice(start, start + maxTablesPerStatement)
        .map(table => sql`(SELECT MAX(rowid) FROM ${name(table)})`)
      const row = (await reader.row(sql`SELECT ${join(lastRows)}`)) ?? []
      for (const size of row) sizes.push(Number(size))
    }
    return sizes
  },

  renameTable: async (transaction, from, to) => {
    // SQLite compares names without case, so a change of case alone does not rename the table.
    if (from.toLowerCase() === to.toLowerCase()) return
    await transaction.run(sql`ALTER TABLE ${name(from)} RENAME TO ${name(to)}`)
  },

  dropTable: async (transaction, table) => {
    await transaction.run(sql`DROP TABLE IF EXISTS ${name(table)}`)
  },

  // SQLite rejects such names when it creates the table.
  assertFreeName: async () => undefined,

  // SQLite stores names of any length, and changes the statements of indexes with the names of their columns.
  storeNames: async () => undefined,
  renameInIndex: async () => undefined,

  createIndex: (transaction, index) =>
    transaction.define(untrusted`${printIndex(index)}`, { kind: 'index', name: index.name, table: index.table }),

  createView: (transaction, { name: view, query }) =>
    transaction.define(untrusted`CREATE VIEW ${name(view)} AS SELECT * FROM (${query})`, { kind: 'view', name: view }),

  dropView: async (transaction, view) => {
    await transaction.run(sql`DROP VIEW IF EXISTS ${name(view)}`)
    return []
  },

  restoreView: (transaction, view) => transaction.define(untrusted`${view.statement}`, { kind: 'view', name: view.name }),
}
