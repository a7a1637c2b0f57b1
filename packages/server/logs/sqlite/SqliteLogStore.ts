import { timedId } from '../../crypto/randomText.ts'
import { isDatabaseError } from '../../db/DatabaseError.ts'
import { findDiskProblem } from '../../db/diskProblem.ts'
import { type Sql, sql, withValues } from '../../db/sql.ts'
import { findDamageOfFile } from '../../db/sqlite/findDamage.ts'
import type { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { dateText } from '../../runtime/now.ts'
import type { LogEntry } from '../LogEntry.ts'
import { type LogPolicy, selectWanted } from '../LogPolicy.ts'
import type { LogStore, StoreOutcome } from '../LogStore.ts'
import { LogTrimmer } from '../LogTrimmer.ts'
import { StepSize } from '../StepSize.ts'
import { discardCopy, LogConversion } from './LogConversion.ts'
import { measureLogDisk, minLogBytes } from './LogDisk.ts'
import { LogFileShrinker, minFreeShare } from './LogFileShrinker.ts'
import { countEntries, indexByTime, uncountedEntries } from './logHours.ts'
import { moveAside, openLogFile } from './openLogFile.ts'

/** Maximum number of entries of other programs that are counted together with a batch. */
const maxExternalEntries = 1_000
/** Number of entries that one step of the maintenance counts. */
const entriesPerStep = 500
/** Minimum milliseconds between two replacements, so that a disk that damages every new log does not fill up with damaged files. */
const minReplacementIntervalMs = 60_000

const insertion = sql`INSERT INTO _logs (id, level, message, data, created, updated)
  VALUES (${''}, ${0}, ${''}, ${''}, ${''}, ${''})`

function insertionOf({ level, message, data, created }: LogEntry): Sql {
  const moment = dateText(new Date(created))
  return withValues(insertion, [timedId(created), level, message, data, moment, moment])
}

/** Returns the result of work, or undefined if the disk is full. */
async function unlessFull<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (findDiskProblem(error) !== 'full') throw error
    return undefined
  }
}

/** The only writer of `logs.db`: stores entries, removes old ones, and replaces the file when it is damaged. */
export class SqliteLogStore implements LogStore {
  readonly #path: string
  readonly #takeDamageReport: () => boolean
  #logs: SqliteWriter
  #shrinker: LogFileShrinker
  #trimmer: LogTrimmer
  readonly #copySize = new StepSize()
  #conversion: LogConversion | undefined
  /** Time of the last replacement, in milliseconds since 1970. */
  #replacedAt = Number.NEGATIVE_INFINITY
  #last: Promise<unknown> = Promise.resolve()

  private constructor(path: string, logs: SqliteWriter, takeDamageReport: () => boolean) {
    this.#path = path
    this.#takeDamageReport = takeDamageReport
    this.#logs = logs
    this.#shrinker = new LogFileShrinker(logs)
    this.#trimmer = this.#createTrimmer()
  }

  /**
   * Opens the log. Moves a damaged log aside and creates a new one.
   * @param takeDamageReport returns whether a reader has found damage since the last call
   * @throws Error with a message for the command line
   */
  static async open(path: string, takeDamageReport: () => boolean): Promise<SqliteLogStore> {
    discardCopy(path)
    return new SqliteLogStore(path, await openLogFile(path), takeDamageReport)
  }

  store(entries: readonly LogEntry[], policy: LogPolicy): Promise<StoreOutcome> {
    return this.#repairing(async () => {
      const wanted = selectWanted(entries, policy)
      if (wanted.length === 0) return 'stored'
      const { free, reserved } = await measureLogDisk(this.#path)
      if (free < reserved / 2 || !(await unlessFull(() => this.#insert(wanted)))) return 'unavailable'
      await this.#saveSpace()
      return (await this.#trimmer.isOver(await this.#maxBytes(policy))) ? 'full' : 'stored'
    })
  }

  async #insert(entries: readonly LogEntry[]): Promise<boolean> {
    return this.#logs.transaction(async transaction => {
      await transaction.runEach(entries.map(insertionOf))
      await countEntries(transaction, entries.length + maxExternalEntries)
      return true
    })
  }

  /** Empties the write-ahead log on a disk with little space: on a full one, its pages could not be written to the file. */
  async #saveSpace(): Promise<void> {
    const { free, reserved } = await measureLogDisk(this.#path)
    if (free < reserved * 4) await unlessFull(() => this.#shrinker.emptyWriteAheadLog())
  }

  /** Returns the maximum size of the log: as in the policy, or less if data needs the space on the disk. */
  async #maxBytes(policy: LogPolicy): Promise<number> {
    const { free, reserved, used } = await measureLogDisk(this.#path)
    const available = Math.max(minLogBytes, used + free - reserved)
    if (available >= used || (await this.#shrinker.canShrink())) return Math.min(policy.maxBytes, available)
    // The conversion of the file needs disk space for what remains.
    return Math.min(policy.maxBytes, available, Math.max(minLogBytes, Math.min(used * (1 - minFreeShare), free / 2)))
  }

  /** Counts entries of other programs, removes old entries, or returns free space to the disk. */
  maintain(policy: LogPolicy): Promise<boolean> {
    return this.#repairing(async () => {
      await this.#saveSpace()
      return (await unlessFull(() => this.#runStep(policy))) ?? false
    })
  }

  async #runStep(policy: LogPolicy): Promise<boolean> {
    const maxBytes = await this.#maxBytes(policy)
    return (
      (await this.#convert()) ||
      (await indexByTime(this.#logs)) ||
      (await this.#count()) ||
      (await this.#trimmer.trim({ ...policy, maxBytes })) ||
      (await this.#shrinker.shrink(maxBytes)) ||
      (await this.#beginConversion())
    )
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#abandonConversion()
      await this.#logs.close()
    })
  }

  async #beginConversion(): Promise<boolean> {
    if (!(await this.#shrinker.needsConversion())) return false
    this.#conversion = await LogConversion.begin(this.#path, this.#logs)
    return this.#conversion !== undefined
  }

  async #convert(): Promise<boolean> {
    const conversion = this.#conversion
    if (!conversion) return false
    try {
      if (await this.#copySize.measure(count => conversion.copy(count))) return true
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
    this.#shrinker = new LogFileShrinker(this.#logs)
    this.#trimmer = this.#createTrimmer()
  }

  #createTrimmer(): LogTrimmer {
    return new LogTrimmer(this.#logs, () => this.#shrinker.size())
  }

  async #count(): Promise<boolean> {
    if ((await uncountedEntries(this.#logs)) === 0) return false
    return this.#logs.transaction(transaction => countEntries(transaction, entriesPerStep))
  }

  /** Runs work after all work that was queued before. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Runs work. If the log is damaged, replaces it and runs the work again. */
  #repairing<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      try {
        if (this.#takeDamageReport()) await this.#verify()
        return await work()
      } catch (error) {
        if (!isDatabaseError(error, 'damaged') || Date.now() - this.#replacedAt < minReplacementIntervalMs) throw error
        await this.#replace(error)
        return await work()
      }
    })
  }

  async #replace(reason: unknown): Promise<void> {
    this.#replacedAt = Date.now()
    await this.#abandonConversion()
    await this.#logs.close()
    moveAside(this.#path, reason)
    await this.#reopen()
  }

  /**
   * Checks the whole file after a reader has reported damage, because storing entries might never touch the damaged pages.
   */
  async #verify(): Promise<void> {
    const damage = findDamageOfFile(this.#path)
    if (damage !== undefined) await this.#replace(damage)
  }
}
