import type { Reader } from '../db/engine.ts'
import { constant, type Sql, sql } from '../db/sql.ts'
import type { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { dateText } from '../runtime/now.ts'
import type { LogPolicy } from './LogPolicy.ts'
import { StepSize } from './StepSize.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns the date up to which entries are removed when they are retained for `days` days. */
const retentionCutoff = (days: number): string => dateText(new Date(Math.max(0, Date.now() - days * dayMs)))

/** Minimum bytes of free pages that a log within its size limit returns to the disk. The next entries reuse fewer pages anyway. */
const minReturnedBytes = 1_000_000
/** Minimum free share of a file from which a conversion is worthwhile. */
const minFreeShare = 0.25
/** Share of the size limit to which a log is trimmed, so that the next entries do not exceed the limit again. */
const trimmedShare = 0.9

const expired = (policy: LogPolicy, count: number): Sql =>
  sql`SELECT rowid FROM _logs WHERE created <= ${retentionCutoff(policy.maxDays)} LIMIT ${count}`
const tooLow = (policy: LogPolicy, count: number): Sql =>
  sql`SELECT rowid FROM _logs WHERE level < ${policy.minLevel} LIMIT ${count}`
const oldest = (count: number): Sql => sql`SELECT rowid FROM _logs ORDER BY rowid LIMIT ${count}`

const numberOf = async (reader: Reader, pragma: string): Promise<number> =>
  Number((await reader.row(constant(`PRAGMA ${pragma}`)))?.[0] ?? 0)

/** Removes old entries and returns their space to the disk, in steps that take a few milliseconds. */
export class LogTrimmer {
  readonly #logs: SqliteWriter
  readonly #rows = new StepSize()
  readonly #pages = new StepSize()
  #isShrinking = false

  constructor(logs: SqliteWriter) {
    this.#logs = logs
  }

  async isOver(maxBytes: number): Promise<boolean> {
    return (await this.#sizes()).all > maxBytes
  }

  /** Does one step. Returns whether there is another one. */
  async trim(policy: LogPolicy): Promise<boolean> {
    return (
      (await this.#remove(count => expired(policy, count))) ||
      (policy.removesLowLevels && (await this.#remove(count => tooLow(policy, count)))) ||
      (await this.#removeOldest(policy.maxBytes)) ||
      (await this.#shrink(policy.maxBytes))
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
    const [used, target] = [all - free, maxBytes * trimmedShare]
    if (all <= maxBytes || used <= target) return false
    const [rows] = (await this.#logs.row(sql`SELECT MAX(rowid) - MIN(rowid) + 1 FROM _logs`)) ?? []
    const excess = Math.ceil((Number(rows) * (used - target)) / used)
    return this.#remove(count => oldest(Math.min(count, excess)))
  }

  /**
   * Whether the file has free space that it cannot return to the disk, because another server created it without support for
   * incremental vacuuming.
   */
  async needsConversion(): Promise<boolean> {
    const { all, free } = await this.#sizes()
    return free >= minReturnedBytes && free >= all * minFreeShare && (await numberOf(this.#logs, 'auto_vacuum')) === 0
  }

  /** Releases up to `count` free pages to the disk. Returns their number. */
  async #releasePages(count: number): Promise<number> {
    const before = await numberOf(this.#logs, 'freelist_count')
    await this.#logs.execute(`PRAGMA incremental_vacuum(${count})`)
    return before - (await numberOf(this.#logs, 'freelist_count'))
  }

  async #shrink(maxBytes: number): Promise<boolean> {
    const { all, free } = await this.#sizes()
    if (free >= minReturnedBytes || (free > 0 && all > maxBytes)) this.#isShrinking = true
    if (!this.#isShrinking) return false
    if (await this.#pages.measure(count => this.#releasePages(count))) return true
    this.#isShrinking = false
    // A checkpoint is required, because the file becomes shorter only when the log is copied into it.
    await this.#logs.execute('PRAGMA busy_timeout = 20; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 10000')
    return false
  }
}
