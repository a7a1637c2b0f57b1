import type { DatabaseSync } from 'node:sqlite'

/** The names of the tables and views of a database, in lower case, as SQLite compares them. */
export interface StoredSchema {
  tables: ReadonlySet<string>
  views: ReadonlySet<string>
}

/**
 * Reads which tables and views a database has. Only the rows of the schema are read, since asking SQLite about a view already runs it.
 * SQLite itself rejects rows whose type or name differs from their statement.
 * @param isTolerated whether a trigger of this name is accepted
 * @throws Error, with the end of a sentence about the file, for triggers and virtual tables
 */
export const readStoredSchema = (
  database: DatabaseSync,
  isTolerated: (trigger: string) => boolean = () => false,
): StoredSchema => {
  const names = { table: new Set<string>(), view: new Set<string>() }
  for (const row of database.prepare('SELECT type, name, sql FROM sqlite_schema').all()) {
    const [type, name, sql] = [row.type, row.name, row.sql].map(String) as [string, string, string]
    if (type === 'trigger' && !isTolerated(name))
      throw new Error(`contains the trigger ${JSON.stringify(name)}, which Coffer doesn't support. Drop it and try again.`)
    // SQLite stores statements with this beginning, however they were written: https://www.sqlite.org/schematab.html
    if (type === 'table' && !sql.startsWith('CREATE TABLE '))
      throw new Error(`contains the virtual table ${JSON.stringify(name)}, which Coffer doesn't support. Drop it and try again.`)
    if (type === 'table' || type === 'view') names[type].add(name.toLowerCase())
  }
  return { tables: names.table, views: names.view }
}
