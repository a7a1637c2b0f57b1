import { type Sql, sql } from '../../db/sql.ts'
import { FileSpace } from '../../db/sqlite/FileSpace.ts'
import type { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { dateText } from '../../runtime/now.ts'
import type { LogPolicy } from '../LogPolicy.ts'
import { StepSize } from '../StepSize.ts'

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
  sql`SELECT ${dialect.rowNumber} FROM _logs WHERE created <= ${retentionCutoff(policy.maxDays)} LIMIT ${count}`
const tooLow = (policy: LogPolicy, count: number): Sql =>
  sql`SELECT ${dialect.rowNumber} FROM _logs WHERE level < ${policy.minLevel} LIMIT ${count}`
const oldest = (count: number): Sql => sql`SELECT ${dialect.rowNumber} FROM _logs ORDER BY ${dialect.rowNumber} LIMIT ${count}`

/** Removes old entries and returns their space to the disk, in steps that take a few milliseconds. */
export class LogTrimmer {
  readonly #logs: SqliteWriter
  readonly #space: FileSpace
  readonly #rows = new StepSize()
  readonly #pages = new StepSize()
  #isShrinking = false

  constructor(logs: SqliteWriter) {
    this.#logs = logs
    this.#space = new FileSpace(logs)
  }

  async isOver(maxBytes: number): Promise<boolean> {
    return (await this.#space.sizes()).all > maxBytes
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

  #remove(rows: (count: number) => Sql): Promise<boolean> {
    return this.#rows.measure(async count => {
      const { changes } = await this.#logs.transaction(transaction =>
        transaction.run(sql`DELETE FROM _logs WHERE ${dialect.rowNumber} IN (${rows(count)})`),
      )
      return changes
    })
  }

  async #removeOldest(maxBytes: number): Promise<boolean> {
    const { all, free } = await this.#space.sizes()
    const [used, target] = [all - free, maxBytes * trimmedShare]
    if (all <= maxBytes || used <= target) return false
    const { rowNumber } = dialect
    const [rows] = (await this.#logs.row(sql`SELECT MAX(${rowNumber}) - MIN(${rowNumber}) + 1 FROM _logs`)) ?? []
    const excess = Math.ceil((Number(rows) * (used - target)) / used)
    return this.#remove(count => oldest(Math.min(count, excess)))
  }

  /**
   * Whether the file has free space that it cannot return to the disk, because another server created it without support for
   * incremental vacuuming.
   */
  async needsConversion(): Promise<boolean> {
    const { all, free } = await this.#space.sizes()
    return free >= minReturnedBytes && free >= all * minFreeShare && !(await this.#space.canShrink())
  }

  async #shrink(maxBytes: number): Promise<boolean> {
    const { all, free } = await this.#space.sizes()
    if (free >= minReturnedBytes || (free > 0 && all > maxBytes)) this.#isShrinking = true
    if (!this.#isShrinking) return false
    if (await this.#pages.measure(count => this.#space.releasePages(count))) return true
    this.#isShrinking = false
    // The file becomes shorter only when its write-ahead log is copied into it.
    await this.#space.truncateLog()
    return false
  }
}
