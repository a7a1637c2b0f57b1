import { DatabaseSync } from 'node:sqlite'
import { timedId } from '../crypto/randomText.ts'
import { findDamage } from '../db/findDamage.ts'
import type { SqliteWriter } from '../db/SqliteWriter.ts'
import { type Sql, sql, withValues } from '../db/sql.ts'
import { isDamage } from '../db/sqliteErrors.ts'
import type { LogEntry } from '../messages/LogEntry.ts'
import { dateText } from '../runtime/now.ts'
import { discardCopy, LogConversion } from './LogConversion.ts'
import type { LogPolicy } from './LogPolicy.ts'
import { LogTrimmer } from './LogTrimmer.ts'
import { countEntries, indexByTime, uncountedEntries } from './logHours.ts'
import { moveAside, openLogFile } from './openLogFile.ts'
import { PieceSize } from './PieceSize.ts'

/** How many entries of other programs are counted with those that are stored. */
const countedBeside = 1_000
/** Entries that are counted by the hour in one piece of maintenance. */
const countedAtOnce = 500
/** Milliseconds between two replacements: a disk that damages each new log must not be filled with them. */
const minReplacementInterval = 60_000

const insertion = sql`INSERT INTO _logs (id, level, message, data, created, updated)
  VALUES (${''}, ${0}, ${''}, ${''}, ${''}, ${''})`

const insertionOf = ({ level, message, data, created }: LogEntry): Sql => {
  const moment = dateText(new Date(created))
  return withValues(insertion, [timedId(created), level, message, data, moment, moment])
}

/** The one writer of `logs.db`: stores entries, removes old ones, and replaces the file when it is damaged. */
export class LogStore {
  readonly #path: string
  readonly #takeReport: () => boolean
  #logs: SqliteWriter
  #trimmer: LogTrimmer
  readonly #copied = new PieceSize()
  #conversion: LogConversion | undefined
  /** When the file was replaced last, in milliseconds since 1970. */
  #replaced = Number.NEGATIVE_INFINITY
  #last: Promise<unknown> = Promise.resolve()

  private constructor(path: string, logs: SqliteWriter, takeReport: () => boolean) {
    this.#path = path
    this.#takeReport = takeReport
    this.#logs = logs
    this.#trimmer = new LogTrimmer(logs)
  }

  /**
   * Opens the log, and moves a damaged one aside.
   * @param takeReport whether a reader has found damage since the last call
   * @throws Error with a sentence for the person at the command line
   */
  static async open(path: string, takeReport: () => boolean): Promise<LogStore> {
    discardCopy(path)
    return new LogStore(path, await openLogFile(path), takeReport)
  }

  /** Stores the entries that the policy asks for. Returns whether the log has become larger than it may be. */
  store(entries: readonly LogEntry[], { maxDays, minLevel, maxBytes }: LogPolicy): Promise<boolean> {
    return this.#repairing(async () => {
      const wanted = maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
      if (wanted.length === 0) return false
      await this.#logs.transaction(async transaction => {
        await transaction.runEach(wanted.map(insertionOf))
        await countEntries(transaction, wanted.length + countedBeside)
      })
      return this.#trimmer.isOver(maxBytes)
    })
  }

  /**
   * Does one piece of the work on stored entries that nothing waits for: counts those of other programs, removes old ones, returns space
   * to the disk. Returns whether more is left to do.
   */
  maintain(policy: LogPolicy): Promise<boolean> {
    return this.#repairing(
      async () =>
        (await this.#convert()) ||
        (await indexByTime(this.#logs)) ||
        (await this.#count()) ||
        (await this.#trimmer.trim(policy)) ||
        (await this.#beginConversion()),
    )
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#abandonConversion()
      await this.#logs.close()
    })
  }

  async #beginConversion(): Promise<boolean> {
    if (!(await this.#trimmer.needsConversion())) return false
    this.#conversion = await LogConversion.begin(this.#path, this.#logs)
    return this.#conversion !== undefined
  }

  async #convert(): Promise<boolean> {
    const conversion = this.#conversion
    if (!conversion) return false
    try {
      if (await this.#copied.measure(count => conversion.copy(count))) return true
    } catch (error) {
      await this.#abandonConversion()
      throw error
    }
    this.#conversion = undefined
    await conversion.finish()
    await this.#reopen()
    return true
  }

  async #abandonConversion(): Promise<void> {
    await this.#conversion?.abandon()
    this.#conversion = undefined
  }

  async #reopen(): Promise<void> {
    this.#logs = await openLogFile(this.#path)
    this.#trimmer = new LogTrimmer(this.#logs)
  }

  async #count(): Promise<boolean> {
    if ((await uncountedEntries(this.#logs)) === 0) return false
    return this.#logs.transaction(transaction => countEntries(transaction, countedAtOnce))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Runs work, once more with a new log if the old one is damaged. */
  #repairing<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      try {
        if (this.#takeReport()) await this.#verify()
        return await work()
      } catch (error) {
        if (!isDamage(error) || Date.now() - this.#replaced < minReplacementInterval) throw error
        await this.#replace(error)
        return await work()
      }
    })
  }

  async #replace(reason: unknown): Promise<void> {
    this.#replaced = Date.now()
    await this.#abandonConversion()
    await this.#logs.close()
    moveAside(this.#path, reason)
    await this.#reopen()
  }

  /**
   * Reads the whole file after a reader has reported damage, which entries that are stored may never come across. Over a connection of
   * its own, as pages that are cached do not show it.
   */
  async #verify(): Promise<void> {
    using database = new DatabaseSync(this.#path, { readOnly: true, timeout: 10_000 })
    const damage = findDamage(database)
    if (damage !== undefined) await this.#replace(damage)
  }
}
