import { statfsSync, statSync, truncateSync } from 'node:fs'
import type { Connection } from './Connection.ts'

/** Headroom in bytes above which the disk is measured only every 100 ms, because no transaction uses so much in that time. */
const ampleBytes = 256 * 1024 ** 2
const measureEveryMs = 100
/** Headroom in bytes below which the log is emptied early. */
const lowBytes = 64 * 1024 ** 2
/** Headroom in bytes below which transactions are rejected. */
const reservedBytes = 4 * 1024 ** 2

/** Bytes of the headers of a write-ahead log and of each frame (https://sqlite.org/walformat.html). */
const logHeaderBytes = 32
const frameHeaderBytes = 24

interface Measurement {
  /** Bytes by which the database file grows when its log is emptied. */
  growth: number
  /** Free bytes of the disk beyond this growth. */
  headroom: number
}

/**
 * Reserves the disk space that the pages of the write-ahead log need in the database. If the log filled the disk, the database
 * could not grow, so a checkpoint would fail and the log could never be emptied.
 */
export class DiskSpace {
  readonly #path: string
  readonly #connection: Connection
  #headroom = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  /** @param path path of the database */
  constructor(path: string, connection: Connection) {
    this.#path = path
    this.#connection = connection
  }

  /**
   * Asserts that the disk has space for a transaction.
   * @param emptyLog called first when space is low, to free some
   * @throws Error with the code ENOSPC when the disk is full
   */
  assert(emptyLog: () => void): void {
    if (this.#headroom > ampleBytes && performance.now() - this.#measuredAt < measureEveryMs) return
    if (this.#has(lowBytes)) return
    emptyLog()
    if (!this.#has(reservedBytes)) throw Object.assign(new Error('The disk has no space for more changes.'), { code: 'ENOSPC' })
  }

  /** Truncates the log after its last commit, to remove frames of a rolled back transaction. No transaction must be open. */
  trimLog(): void {
    const version = this.#version()
    const frames = Number(this.#connection.values('PRAGMA wal_checkpoint(NOOP)')[1] ?? 0)
    const size = logHeaderBytes + frames * (frameHeaderBytes + this.#pageBytes())
    const log = `${this.#path}-wal`
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      // Do not truncate if another program has written in the meantime.
      if (this.#version() === version && statSync(log).size > size) truncateSync(log, size)
    } finally {
      this.#connection.control('ROLLBACK')
    }
  }

  /** Changes with each commit of another program. */
  #version(): unknown {
    return this.#connection.value('PRAGMA data_version')
  }

  #has(bytes: number): boolean {
    const { growth, headroom } = this.#measure()
    return growth <= 0 || headroom > bytes
  }

  #measure(): Measurement {
    const { bavail, bsize, blocks } = statfsSync(this.#path)
    const growth = Number(this.#connection.value('PRAGMA page_count')) * this.#pageBytes() - statSync(this.#path).size
    // Some network file systems report no sizes.
    this.#headroom = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize - Math.max(growth, 0)
    this.#measuredAt = performance.now()
    return { growth, headroom: this.#headroom }
  }

  #pageBytes(): number {
    return Number(this.#connection.value('PRAGMA page_size'))
  }
}
