import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { Connection } from './Connection.ts'

/** Zeros that overwrite both copies of the header of a WAL index (https://sqlite.org/walformat.html#walidxfmt). */
const emptyIndexHeader = Buffer.alloc(96)
/** Milliseconds that a checkpoint waits for reads that use the write-ahead log. */
const checkpointWaitMs = 500
const rewriteChunkBytes = 1024 * 1024

/**
 * Writes the whole write-ahead log to the disk and into the database again after a failed sync. Linux marks pages as clean when a sync
 * fails, so a later successful sync does not include them: they have to be written again.
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
   * copied.
   */
  #rebuildIndex(): void {
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

  /**
   * Writes the bytes of the log to the disk again, which works while another program reads it. Later checkpoints copy all of the log.
   * It must precede `emptyLog`: the truncation reaches the disk after the database, so a power cut between them leaves the old log
   * beside the newer database. If the log lacked pages, SQLite would put the older pages before them over the newer ones.
   * No transaction must be open on the connection.
   * @throws Error when the disk fails
   */
  rewriteLog(): void {
    this.#rebuildIndex()
    // The transaction keeps other programs from appending to the log.
    this.#connection.control('BEGIN IMMEDIATE')
    // SQLite has no locks on the log file, so closing it here does not release any.
    const log = openSync(`${this.#path}-wal`, 'r+')
    try {
      const chunk = Buffer.alloc(rewriteChunkBytes)
      for (let position = 0; ; ) {
        const length = readSync(log, chunk, 0, chunk.length, position)
        if (length === 0) break
        position += writeSync(log, chunk, 0, length, position)
      }
      fdatasyncSync(log)
    } finally {
      closeSync(log)
      this.#connection.control('ROLLBACK')
    }
  }

  /** Closes the index. Call it after SQLite has closed the database. */
  close(): void {
    if (this.#index !== undefined) closeSync(this.#index)
    this.#index = undefined
  }
}
