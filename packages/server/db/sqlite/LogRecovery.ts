import { closeSync, openSync, writeSync } from 'node:fs'
import type { Connection } from './Connection.ts'

/** Zeros that overwrite both copies of the header of a WAL index (https://sqlite.org/walformat.html#walidxfmt). */
const emptyIndexHeader = Buffer.alloc(96)
/** Milliseconds that a checkpoint waits for reads that use the write-ahead log. */
const checkpointWaitMs = 500

/**
 * Writes the whole write-ahead log into the database again after a failed sync. Linux marks pages as clean when a sync fails, so a
 * later successful sync does not include them: they have to be written again.
 */
export class LogRecovery {
  readonly #path: string
  readonly #connection: Connection
  #index: number | undefined

  /** @param path path of the database */
  constructor(path: string, connection: Connection) {
    this.#path = path
    this.#connection = connection
  }

  /**
   * Makes SQLite rebuild the WAL index, as after a crash: it verifies the checksums of the log, and takes no page as already
   * copied. No transaction must be open on the connection.
   */
  rebuildIndex(): void {
    // Closing the descriptor would release SQLite's locks on this file, so it stays open.
    this.#index ??= openSync(`${this.#path}-shm`, 'r+')
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      writeSync(this.#index, emptyIndexHeader, 0, emptyIndexHeader.length, 0)
    } finally {
      this.#connection.control('ROLLBACK')
    }
  }

  /**
   * Copies the log into the database, syncs the database and empties the log, so that the next commit does not follow lost frames.
   * @param waitMs milliseconds to wait for reads that use the log
   * @returns whether the log is empty; false while a long read or another program uses it
   * @throws Error when the disk fails
   */
  emptyLog(waitMs = checkpointWaitMs): boolean {
    const before = Number(this.#connection.value('PRAGMA busy_timeout'))
    this.#connection.execute(`PRAGMA busy_timeout = ${waitMs}`)
    try {
      return this.#connection.value('PRAGMA wal_checkpoint(TRUNCATE)') === 0
    } finally {
      this.#connection.execute(`PRAGMA busy_timeout = ${before}`)
    }
  }

  /** Closes the index. Call it after SQLite has closed the database. */
  close(): void {
    if (this.#index !== undefined) closeSync(this.#index)
    this.#index = undefined
  }
}
