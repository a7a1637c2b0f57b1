import { name, sql } from '../db/sql.ts'
import { readStoredSchema } from './storedSchema.ts'
import { withUntrustedDatabase } from './untrustedDatabase.ts'

/** Coffer's own tables and triggers in `logs.db`. They hold counts, which are derived from the entries again at the next start. */
const isDerived = (name: string): boolean => name.startsWith('_coffer_')

/**
 * Asserts that an unpacked `logs.db` can be served, and removes what Coffer derives from its entries: triggers of unknown origin are
 * never run.
 * @throws Error with a sentence that begins with "The logs.db in the archive" and names the way out
 */
export const assertLogFile = (path: string): void => {
  try {
    withUntrustedDatabase(path, database => {
      const { tables, views } = readStoredSchema(database, isDerived)
      const [view] = views
      if (view !== undefined) throw new Error(`contains the view ${JSON.stringify(view)}, which Coffer doesn't support.`)
      const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
      for (const trigger of triggers) database.exec(sql`DROP TRIGGER ${name(String(trigger.name))}`.text)
      for (const table of tables) if (isDerived(table)) database.exec(sql`DROP TABLE ${name(table)}`.text)
    })
  } catch (error) {
    const { message } = error as Error
    throw new Error(`${message} To restore the backup without its log, remove logs.db from the archive.`, { cause: error })
  }
}
