import type { Dialect } from '../db/Dialect.ts'
import type { Engine } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { dateText } from '../runtime/now.ts'
import type { LogPolicy, LowLevels } from './LogPolicy.ts'
import { StepSize } from './StepSize.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns the date up to which entries are removed when they are retained for `days` days. */
const retentionCutoff = (days: number): string => dateText(new Date(Math.max(0, Date.now() - days * dayMs)))

/** Share of the size limit to which a log is trimmed, so that the next entries do not exceed the limit again. */
const trimmedShare = 0.9

const expired = ({ rowNumber }: Dialect, policy: LogPolicy, count: number): Sql =>
  sql`SELECT ${rowNumber} FROM ${name('_logs')} WHERE created <= ${retentionCutoff(policy.maxDays)} LIMIT ${count}`
const tooLow = ({ rowNumber }: Dialect, { below, createdUntil }: LowLevels, count: number): Sql =>
  sql`SELECT ${rowNumber} FROM ${name('_logs')}
    WHERE level < ${below} AND created <= ${dateText(new Date(createdUntil))} LIMIT ${count}`
const oldest = ({ rowNumber }: Dialect, count: number): Sql =>
  sql`SELECT ${rowNumber} FROM ${name('_logs')} ORDER BY ${rowNumber} LIMIT ${count}`

/** The space of the log in bytes. */
export interface LogSize {
  all: number
  /** The part that new entries can reuse. */
  free: number
}

/** Removes old entries in steps that take a few milliseconds. */
export class LogTrimmer {
  readonly #logs: Engine
  readonly #measure: () => Promise<LogSize>
  readonly #rows = new StepSize()

  constructor(logs: Engine, measure: () => Promise<LogSize>) {
    this.#logs = logs
    this.#measure = measure
  }

  async isOver(maxBytes: number): Promise<boolean> {
    return (await this.#measure()).all > maxBytes
  }

  /** Does one step. Returns whether there is another one. */
  async trim(policy: LogPolicy): Promise<boolean> {
    const { lowLevels } = policy
    const { dialect } = this.#logs
    return (
      (await this.#remove(count => expired(dialect, policy, count))) ||
      (lowLevels !== undefined && (await this.#remove(count => tooLow(dialect, lowLevels, count)))) ||
      (await this.#removeOldest(policy.maxBytes))
    )
  }

  #remove(rows: (count: number) => Sql): Promise<boolean> {
    return this.#rows.measure(async count => {
      const { changes } = await this.#logs.transaction(transaction =>
        transaction.run(sql`DELETE FROM ${name('_logs')} WHERE ${transaction.dialect.rowNumber} IN (${rows(count)})`),
      )
      return changes
    })
  }

  async #removeOldest(maxBytes: number): Promise<boolean> {
    const { all, free } = await this.#measure()
    const [used, target] = [all - free, maxBytes * trimmedShare]
    if (all <= maxBytes || used <= target) return false
    const { dialect } = this.#logs
    const { rowNumber } = dialect
    const [rows] = (await this.#logs.row(sql`SELECT MAX(${rowNumber}) - MIN(${rowNumber}) + 1 FROM ${name('_logs')}`)) ?? []
    const excess = Math.ceil((Number(rows) * (used - target)) / used)
    return this.#remove(count => oldest(dialect, Math.min(count, excess)))
  }
}
