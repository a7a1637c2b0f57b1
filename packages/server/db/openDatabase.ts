import type { DatabaseSync } from 'node:sqlite'
import { allowDeadlines } from './deadlines.ts'
import { createDatabase } from './watchStatements.ts'

/** `full`: what is acknowledged is on disk. `normal`: a loss of power may take back the last commits. */
export type Durability = 'full' | 'normal'

/**
 * Kilobytes of pages that each connection keeps, of which a server has a dozen. To take a page from the system's cache costs
 * about a microsecond, which views, pages of lists and changes do not feel.
 */
const keptPages = 4000

const shared = `
  PRAGMA busy_timeout = 10000;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size   = -${keptPages};
`

const forReading = `
  PRAGMA temp_store = MEMORY;
`

/** Bytes to which the write-ahead log shrinks after a large change. Without one it never gets this long. */
const longestLog = 64_000_000

// Undo data of a statement that rewrites a table is as large as the table, so it belongs in a file and not in memory.
const forWriting = `
  PRAGMA journal_mode       = WAL;
  PRAGMA journal_size_limit = ${longestLog};
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA synchronous        = NORMAL;
  PRAGMA temp_store         = FILE;
`

/**
 * Opens a SQLite file with the connection settings of the 0.22 layout. A commit is not on disk when it returns: `WalSync` sees to that.
 * Double-quoted string literals are on because view queries of existing data use them.
 */
export const openDatabase = (path: string, options: { readOnly: boolean }): DatabaseSync => {
  const database = createDatabase(path, {
    readOnly: options.readOnly,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: true,
    timeout: 10_000,
  })
  // A reader finds the journal mode as the writer left it and may not change the file.
  database.exec(shared + (options.readOnly ? forReading : forWriting))
  allowDeadlines(database)
  return database
}
