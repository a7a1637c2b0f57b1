import { DatabaseSync } from 'node:sqlite'
import { constant } from '../sql.ts'
import { classifyingErrors } from './classifyError.ts'
import type { SqliteWriter } from './SqliteWriter.ts'

/**
 * Creates a file that can return free pages to the disk, which is only possible before the first table is created. Reads the schema
 * of an existing file to find damage.
 * @throws DatabaseError of the kind `damaged` when the file is damaged
 */
export function prepareShrinkableFile(path: string): void {
  classifyingErrors(() => {
    using database = new DatabaseSync(path, { timeout: 10_000 })
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  })
}

/** Measures a database file and returns its free pages to the disk. */
export class FileSpace {
  readonly #writer: SqliteWriter

  constructor(writer: SqliteWriter) {
    this.#writer = writer
  }

  /** Returns the bytes of the file, and how many of them are free. */
  async sizes(): Promise<{ all: number; free: number }> {
    const [pageSize, pages, free] = [
      await this.#read('page_size'),
      await this.#read('page_count'),
      await this.#read('freelist_count'),
    ]
    return { all: pages * pageSize, free: free * pageSize }
  }

  /** Whether free pages can be returned, which depends on how the file was created. See `prepareShrinkableFile`. */
  async canShrink(): Promise<boolean> {
    return (await this.#read('auto_vacuum')) !== 0
  }

  /** Returns up to `count` free pages to the disk. Returns their number. The file becomes shorter with `truncateLog`. */
  async releasePages(count: number): Promise<number> {
    const before = await this.#read('freelist_count')
    await this.#writer.execute(`PRAGMA incremental_vacuum(${count})`)
    return before - (await this.#read('freelist_count'))
  }

  /** Copies the write-ahead log into the file and truncates it, unless a read uses it. */
  async truncateLog(): Promise<void> {
    await this.#writer.execute('PRAGMA busy_timeout = 20; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 10000')
  }

  /** Lets SQLite checkpoint the write-ahead log itself, and truncates the log after that to `maxIdleBytes`. */
  async limitLog(maxIdleBytes: number): Promise<void> {
    await this.#writer.execute(`PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = ${maxIdleBytes}`)
  }

  async #read(pragma: string): Promise<number> {
    return Number((await this.#writer.row(constant(`PRAGMA ${pragma}`)))?.[0] ?? 0)
  }
}
