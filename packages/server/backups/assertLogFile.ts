import type { DatabaseSync } from 'node:sqlite'
import { name, sql } from '../db/sql.ts'
import { readStoredSchema } from './storedSchema.ts'
import { withUntrustedDatabase } from './untrustedDatabase.ts'

/** Returns whether a table or trigger in `logs.db` is Coffer's. These contain counts, which the next start computes again. */
const isDerived = (name: string): boolean => name.startsWith('_coffer_')

/** The columns of the log that all servers of the 0.22 line create. */
const logColumns = ['id', 'level', 'message', 'data', 'created', 'updated']

/** Asserts that the log has its table, unless the database is empty: a server would create the table in it. */
function assertLogTable(database: DatabaseSync): void {
  const stored = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (stored.length === 0) return
  const problem = "isn't a log of Coffer or PocketBase 0.22:"
  if (!stored.some(table => table.name === '_logs')) throw new Error(`${problem} it has no table _logs.`)
  const columns = new Set(
    database
      .prepare("SELECT name FROM pragma_table_xinfo('_logs')")
      .all()
      .map(column => column.name),
  )
  const missing = logColumns.find(column => !columns.has(column))
  if (missing !== undefined) throw new Error(`${problem} the table _logs has no column ${missing}.`)
}

/**
 * Asserts that an unpacked `logs.db` can be served. Removes all triggers, because their code is untrusted, and the tables that Coffer
 * derives from log entries.
 * @throws Error with a message that starts with "The logs.db in the archive" and suggests a solution
 */
export function assertLogFile(path: string): void {
  try {
    withUntrustedDatabase(path, database => {
      const { tables, views } = readStoredSchema(database, isDerived)
      const [view] = views
      if (view !== undefined) throw new Error(`contains the view ${JSON.stringify(view)}, which Coffer doesn't support.`)
      assertLogTable(database)
      const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
      for (const trigger of triggers) database.exec(sql`DROP TRIGGER ${name(String(trigger.name))}`.text)
      for (const table of tables) if (isDerived(table)) database.exec(sql`DROP TABLE ${name(table)}`.text)
    })
  } catch (error) {
    const { message } = error as Error
    throw new Error(`${message} To restore the backup without its log, remove logs.db from the archive.`, { cause: error })
  }
}
