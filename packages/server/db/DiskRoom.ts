import { statfsSync, statSync, truncateSync } from 'node:fs'
import type { Connection } from './Connection.ts'

/** Headroom in bytes above which a disk is measured only now and then: no transaction takes so much within that time. */
const ampleBytes = 256 * 1024 ** 2
const measureEveryMs = 100
/** Headroom below which the log is brought into the database early, and below which nothing more is put into it. */
const lowBytes = 64 * 1024 ** 2
const reservedBytes = 4 * 1024 ** 2

/** Bytes of a write-ahead log before its first frame, and of a frame before its page (https://sqlite.org/walformat.html). */
const logHeaderBytes = 32
const frameHeaderBytes = 24

interface Measurement {
  /** Bytes by which the database has to grow before its log can be emptied. */
  growth: number
  /** Bytes of the disk that are free beyond that. */
  headroom: number
}

/**
 * Keeps as much of a disk free as the pages in the write-ahead log will need in the database. A log that fills the disk could not be
 * brought into a database that has no room to grow, so neither would ever get smaller.
 */
export class DiskRoom {
  readonly #path: string
  readonly #connection: Connection
  #headroom = 0
  #measuredAt = Number.NEGATIVE_INFINITY

  /** @param path of the database */
  constructor(path: string, connection: Connection) {
    this.#path = path
    this.#connection = connection
  }

  /**
   * Asserts that a transaction may add to the log.
   * @param emptyLog called when there is little room; what it frees counts
   * @throws Error with the code ENOSPC when the disk is full
   */
  assert(emptyLog: () => void): void {
    if (this.#headroom > ampleBytes && performance.now() - this.#measuredAt < measureEveryMs) return
    if (this.#has(lowBytes)) return
    emptyLog()
    if (!this.#has(reservedBytes)) throw Object.assign(new Error('The disk has no room for more changes.'), { code: 'ENOSPC' })
  }

  /** Cuts off what an undone transaction has left behind the last commit in the log. No transaction may be open. */
  trimLog(): void {
    const version = this.#version()
    const frames = Number(this.#connection.values('PRAGMA wal_checkpoint(NOOP)')[1] ?? 0)
    const size = logHeaderBytes + frames * (frameHeaderBytes + this.#pageBytes())
    const log = `${this.#path}-wal`
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      // Otherwise another program has written in the meantime.
      if (this.#version() === version && statSync(log).size > size) truncateSync(log, size)
    } finally {
      this.#connection.control('ROLLBACK')
    }
  }

  /** Moves with each commit of another program. */
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
    // Some network file systems report no sizes at all.
    this.#headroom = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize - Math.max(growth, 0)
    this.#measuredAt = performance.now()
    return { growth, headroom: this.#headroom }
  }

  #pageBytes(): number {
    return Number(this.#connection.value('PRAGMA page_size'))
  }
}
