import type { DatabaseSync } from 'node:sqlite'

/** The names of tables and views, in lower case, because SQLite compares them without case. */
export interface StoredSchema {
  tables: ReadonlySet<string>
  views: ReadonlySet<string>
}

/**
 * Reads the tables and views of a database. Only reads the rows of the schema table, because asking SQLite about a view already runs it.
 * SQLite itself rejects rows whose type or name differs from their statement.
 * @param isTolerated whether a trigger with this name is accepted
 * @throws Error for other triggers and for virtual tables. Its message completes a sentence that starts with the file name.
 */
export function readStoredSchema(database: DatabaseSync, isTolerated: (trigger: string) => boolean = () => false): StoredSchema {
  const names = { table: new Set<string>(), view: new Set<string>() }
  for (const row of database.prepare('SELECT type, name, sql FROM sqlite_schema').all()) {
    const [type, name, sql] = [row.type, row.name, row.sql].map(String) as [string, string, string]
    if (type === 'trigger' && !isTolerated(name))
      throw new Error(`contains the trigger ${JSON.stringify(name)}, which Coffer doesn't support. Drop it and try again.`)
    // SQLite normalizes the start of stored statements: https://www.sqlite.org/schematab.html
    if (type === 'table' && !sql.startsWith('CREATE TABLE '))
      throw new Error(`contains the virtual table ${JSON.stringify(name)}, which Coffer doesn't support. Drop it and try again.`)
    if (type === 'table' || type === 'view') names[type].add(name.toLowerCase())
  }
  return { tables: names.table, views: names.view }
}
