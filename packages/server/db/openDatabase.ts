import { DatabaseSync } from 'node:sqlite'

const pragmas = `
  PRAGMA busy_timeout       = 10000;
  PRAGMA journal_mode       = WAL;
  PRAGMA journal_size_limit = 200000000;
  PRAGMA synchronous        = NORMAL;
  PRAGMA foreign_keys       = ON;
  PRAGMA temp_store         = MEMORY;
  PRAGMA cache_size         = -16000;
`

/**
 * Opens a SQLite file with the connection settings of the 0.22 layout.
 * Double-quoted string literals are on because view queries of existing data use them.
 */
export const openDatabase = (path: string, options: { readOnly: boolean }): DatabaseSync => {
  const database = new DatabaseSync(path, {
    readOnly: options.readOnly,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: true,
    timeout: 10_000,
  })
  // A reader finds the journal mode as the writer left it and may not change the file.
  database.exec(options.readOnly ? pragmas.replace(/PRAGMA journal_(mode|size_limit).*\n/g, '') : pragmas)
  return database
}
