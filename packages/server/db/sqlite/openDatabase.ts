import type { DatabaseSync } from 'node:sqlite'
import { registerDeadlineFunction } from './deadlines.ts'
import { createDatabase } from './watchStatements.ts'

/**
 * Kilobytes of the page cache of each connection, of which a server has a dozen. A larger cache would not help: reading a page from
 * the system's cache takes only about a microsecond.
 */
const pageCacheKb = 4000

const shared = `
  PRAGMA busy_timeout = 10000;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size   = -${pageCacheKb};
`

const forReading = `
  PRAGMA temp_store = MEMORY;
`

/** Bytes to which the write-ahead log is truncated after a large change. Smaller changes never reach this size. */
const maxIdleLogBytes = 64_000_000

// The undo data of a statement that rewrites a table is as large as the table, so it is stored in a file instead of memory.
const forWriting = `
  PRAGMA journal_mode       = WAL;
  PRAGMA journal_size_limit = ${maxIdleLogBytes};
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA synchronous        = NORMAL;
  PRAGMA temp_store         = FILE;
`

/**
 * Opens a SQLite file with the connection settings of the 0.22 layout. Commits are not synced to the disk; `WalSync` does that.
 * Double-quoted string literals are enabled because view queries of existing data use them.
 */
export const openDatabase = (path: string, options: { readOnly: boolean }): DatabaseSync => {
  const database = createDatabase(path, {
    readOnly: options.readOnly,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: true,
    timeout: 10_000,
  })
  // A read-only connection uses the journal mode that the writer has set.
  database.exec(shared + (options.readOnly ? forReading : forWriting))
  registerDeadlineFunction(database)
  return database
}
