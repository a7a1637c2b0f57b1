import { closeSync, openSync, writeSync } from 'node:fs'
import type { Connection } from './Connection.ts'

/** The two copies of the header of a WAL index, which start its file (https://sqlite.org/walformat.html#walidxfmt). */
const indexHeader = Buffer.alloc(96)
/** Milliseconds that a checkpoint waits for reads that use the write-ahead log. */
const checkpointWaitMs = 500

/**
 * Writes a whole write-ahead log into its database again after a failed sync. Linux marks pages as clean when a sync fails, so a later
 * sync that succeeds says nothing about them: they have to be written once more.
 */
export class LogRecovery {
  readonly #path: string
  readonly #connection: Connection
  #index: number | undefined

  /** @param path of the database */
  constructor(path: string, connection: Connection) {
    this.#path = path
    this.#connection = connection
  }

  /**
   * Makes SQLite verify the checksums of the log and forget which of its pages are in the database already, as it does after a crash.
   * No transaction may be open on the connection.
   */
  rebuildIndex(): void {
    // Closing a descriptor of this file would release the locks that SQLite has on it, so it stays open.
    this.#index ??= openSync(`${this.#path}-shm`, 'r+')
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      writeSync(this.#index, indexHeader, 0, indexHeader.length, 0)
    } finally {
      this.#connection.control('ROLLBACK')
    }
  }

  /**
   * Copies the log into the database, syncs that and empties the log, so that the next commit does not follow a hole.
   * @param waitMs milliseconds to wait for reads that use the log
   * @returns whether it is done; false while a long read or another program still uses the log
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

  /** Releases the index; to be called after SQLite has closed the database. */
  close(): void {
    if (this.#index !== undefined) closeSync(this.#index)
    this.#index = undefined
  }
}
