import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../DatabaseError.ts'
import { createDatabase } from './printedDatabase.ts'

/**
 * Kilobytes of the page cache of each connection; a server has a dozen connections. A larger cache would not help: reading a page from
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

/** The SQL function that ends statements at a deadline. Node offers no way to interrupt a statement. */
export const deadlineFunction = 'coffer_in_time'

const registerDeadlineFunction = (database: DatabaseSync): void =>
  database.function(deadlineFunction, { directOnly: true, varargs: false }, (deadline, _row) => {
    if (performance.now() > Number(deadline)) throw new DatabaseError('deadline', 'The statement exceeded its deadline.')
    return 1
  })

/**
 * Rejects SQLite versions that can lose pages in a checkpoint of the write-ahead log: all before 3.51.3, and 3.52.0.
 */
export function assertSafeSqlite(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const rank = major * 1_000_000 + minor * 1_000 + patch
  if (rank >= 3_051_003 && rank !== 3_052_000) return
  throw new Error(
    `SQLite ${version} can lose data in a checkpoint. Coffer needs 3.51.3 or newer (not 3.52.0): use the Node version in package.json.`,
  )
}

/**
 * Opens a SQLite file with the connection settings of the 0.22 layout. Commits are not synced to the disk; `WalSync` does that.
 * Double-quoted string literals are enabled because view queries of existing data use them.
 */
export function openDatabase(path: string, options: { readOnly: boolean }): DatabaseSync {
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
