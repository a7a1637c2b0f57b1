import type { Reader } from '../db/engine.ts'
import type { SqliteWriter } from '../db/SqliteWriter.ts'
import { constant, type Sql, sql } from '../db/sql.ts'
import type { LogPolicy } from './LogPolicy.ts'
import { oldestKept } from './oldestKept.ts'
import { PieceSize } from './PieceSize.ts'

/** Bytes of free pages from which on they are returned to the disk. Fewer are used again by the next entries. */
const worthReturning = 1_000_000
/** Free part of a file from which on the rest of it is copied. */
const worthConverting = 0.25
/** Part of the limit that is left of a log that was too large, so that the next entries do not exceed it at once. */
const leftOfLimit = 0.9

const expired = (policy: LogPolicy, count: number): Sql =>
  sql`SELECT rowid FROM _logs WHERE created <= ${oldestKept(policy.maxDays)} LIMIT ${count}`
const tooLow = (policy: LogPolicy, count: number): Sql =>
  sql`SELECT rowid FROM _logs WHERE level < ${policy.minLevel} LIMIT ${count}`
const oldest = (count: number): Sql => sql`SELECT rowid FROM _logs ORDER BY rowid LIMIT ${count}`

const numberOf = async (reader: Reader, pragma: string): Promise<number> =>
  Number((await reader.row(constant(`PRAGMA ${pragma}`)))?.[0] ?? 0)

/** Removes old entries and returns their space to the disk, in pieces of some milliseconds. */
export class LogTrimmer {
  readonly #logs: SqliteWriter
  readonly #rows = new PieceSize()
  readonly #pages = new PieceSize()
  #isShrinking = false

  constructor(logs: SqliteWriter) {
    this.#logs = logs
  }

  async isOver(maxBytes: number): Promise<boolean> {
    return (await this.#sizes()).all > maxBytes
  }

  /** Does one piece of work. Returns whether more is left to do. */
  async trim(policy: LogPolicy): Promise<boolean> {
    return (
      (await this.#remove(count => expired(policy, count))) ||
      (policy.removesLowLevels && (await this.#remove(count => tooLow(policy, count)))) ||
      (await this.#removeOldest(policy.maxBytes)) ||
      (await this.#shrink())
    )
  }

  async #sizes() {
    const [pageSize, pages, free] = [
      await numberOf(this.#logs, 'page_size'),
      await numberOf(this.#logs, 'page_count'),
      await numberOf(this.#logs, 'freelist_count'),
    ]
    return { all: pages * pageSize, free: free * pageSize }
  }

  #remove(rowids: (count: number) => Sql): Promise<boolean> {
    return this.#rows.measure(async count => {
      const { changes } = await this.#logs.transaction(transaction =>
        transaction.run(sql`DELETE FROM _logs WHERE rowid IN (${rowids(count)})`),
      )
      return changes
    })
  }

  async #removeOldest(maxBytes: number): Promise<boolean> {
    const { all, free } = await this.#sizes()
    const [used, wanted] = [all - free, maxBytes * leftOfLimit]
    if (all <= maxBytes || used <= wanted) return false
    const [rows] = (await this.#logs.row(sql`SELECT MAX(rowid) - MIN(rowid) + 1 FROM _logs`)) ?? []
    const excess = Math.ceil((Number(rows) * (used - wanted)) / used)
    return this.#remove(count => oldest(Math.min(count, excess)))
  }

  /**
   * Whether a part of the file is free that it cannot return to the disk: it was created by another server, which did not ask SQLite to
   * remember what incremental vacuuming needs.
   */
  async needsConversion(): Promise<boolean> {
    const { all, free } = await this.#sizes()
    return free >= worthReturning && free >= all * worthConverting && (await numberOf(this.#logs, 'auto_vacuum')) === 0
  }

  /** Returns free pages to the disk. Returns how many. */
  async #releasePages(count: number): Promise<number> {
    const before = await numberOf(this.#logs, 'freelist_count')
    await this.#logs.execute(`PRAGMA incremental_vacuum(${count})`)
    return before - (await numberOf(this.#logs, 'freelist_count'))
  }

  async #shrink(): Promise<boolean> {
    const { free } = await this.#sizes()
    if (free >= worthReturning) this.#isShrinking = true
    if (!this.#isShrinking) return false
    if (await this.#pages.measure(count => this.#releasePages(count))) return true
    this.#isShrinking = false
    // The file becomes shorter when the shorter state is written into it.
    await this.#logs.execute('PRAGMA busy_timeout = 20; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 10000')
    return false
  }
}
