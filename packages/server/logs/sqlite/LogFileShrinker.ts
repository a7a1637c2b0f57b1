import { FileSpace } from '../../db/sqlite/FileSpace.ts'
import type { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import type { LogSize } from '../LogTrimmer.ts'
import { StepSize } from '../StepSize.ts'

/** Minimum bytes of free pages that a log within its size limit returns to the disk. The next entries reuse fewer pages anyway. */
const minReturnedBytes = 1_000_000
/** Minimum free share of a file from which a conversion is worthwhile. */
export const minFreeShare = 0.25

/** Returns the space of removed entries to the disk, in steps that take a few milliseconds. */
export class LogFileShrinker {
  readonly #space: FileSpace
  readonly #pages = new StepSize()
  #isShrinking = false

  constructor(logs: SqliteWriter) {
    this.#space = new FileSpace(logs)
  }

  size(): Promise<LogSize> {
    return this.#space.sizes()
  }

  /**
   * Whether the file has free space that it cannot return to the disk, because another server created it without support for
   * incremental vacuuming.
   */
  async needsConversion(): Promise<boolean> {
    const { all, free } = await this.#space.sizes()
    return free >= minReturnedBytes && free >= all * minFreeShare && !(await this.canShrink())
  }

  canShrink(): Promise<boolean> {
    return this.#space.canShrink()
  }

  /** Empties the write-ahead log, unless a read uses it. */
  emptyWriteAheadLog(): Promise<void> {
    return this.#space.truncateLog()
  }

  /** Does one step. Returns whether there is another one. */
  async shrink(maxBytes: number): Promise<boolean> {
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
