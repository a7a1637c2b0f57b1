import type { Removal } from '../../files/storage/Removal.ts'
import type { RecordService } from '../recordService.ts'

/** Time in milliseconds for which finished removals are collected, because deleting their entries costs a commit. */
const collectMs = 100
/** Delay in milliseconds after the recorded removals could not be looked up. */
const retryMs = 1_000

interface RemovalParts {
  store: Pick<RecordService, 'pendingRemovals' | 'forgetRemovals'>
  warn: (message: string, error: unknown) => void
}

/** Performs removals that an earlier process recorded or that failed, and deletes the entries of finished ones. */
export class RecordedRemovals {
  readonly #parts: RemovalParts
  readonly #removed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  /** Whether the last lookup failed, which is logged only once. */
  #hasFailed = false
  #isClosed = false
  #forgetting: Promise<void> = Promise.resolve()

  constructor(parts: RemovalParts) {
    this.#parts = parts
  }

  /**
   * Performs all recorded removals. Removing the same files twice at the same time is harmless. While the database cannot be used, for
   * example because the thread that writes has just ended, it tries again.
   */
  sweep(perform: (removals: readonly Removal[]) => void): void {
    clearTimeout(this.#retry)
    this.#sweep(perform).then(
      () => {
        this.#hasFailed = false
      },
      error => {
        if (!this.#hasFailed)
          this.#parts.warn('The files to remove could not be looked up. It is tried again every second.', error)
        this.#hasFailed = true
        if (!this.#isClosed) this.#retry = setTimeout(() => this.sweep(perform), retryMs).unref()
      },
    )
  }

  /** Marks removals as finished. */
  markRemoved(entries: readonly string[]): void {
    for (const entry of entries) this.#removed.add(entry)
    this.#timer ??= setTimeout(() => this.#forget(), collectMs).unref()
  }

  /** Waits until the entries of all finished removals are deleted. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#forget()
    await this.#forgetting
  }

  async #sweep(perform: (removals: readonly Removal[]) => void): Promise<void> {
    const pending = await this.#parts.store.pendingRemovals()
    this.markRemoved(pending.flatMap(({ entry, removals }) => (removals.length === 0 ? [entry] : [])))
    perform(pending.flatMap(({ entry, removals }) => removals.map(removal => ({ ...removal, entry }))))
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = [...this.#removed]
    if (entries.length === 0) return
    this.#removed.clear()
    // A removal whose entry remains is performed again, which is harmless.
    this.#forgetting = this.#parts.store.forgetRemovals(entries).catch(() => undefined)
  }
}
