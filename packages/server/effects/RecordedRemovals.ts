import type { Effect } from '../messages/Effect.ts'
import type { PendingRemovals } from '../records/removals/pendingRemovals.ts'

/** Time in milliseconds for which finished removals are collected, because deleting their entries costs a commit. */
const collectMs = 100

interface RemovalParts {
  /** Returns the recorded removals that are not finished. */
  pending: () => Promise<PendingRemovals[]>
  forget: (entries: readonly string[]) => Promise<void>
  warn: (message: string, error: unknown) => void
}

/** Performs removals that an earlier process recorded or that failed, and deletes the entries of finished ones. */
export class RecordedRemovals {
  readonly #parts: RemovalParts
  readonly #removed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #forgetting: Promise<void> = Promise.resolve()

  constructor(parts: RemovalParts) {
    this.#parts = parts
  }

  /** Performs all recorded removals. Removing the same files twice at the same time is harmless. */
  sweep(perform: (effects: readonly Effect[]) => void): void {
    void this.#sweep(perform).catch(error =>
      this.#parts.warn('The files to remove could not be looked up. The next attempt is in a minute.', error),
    )
  }

  /** Marks removals as finished. */
  markRemoved(entries: readonly string[]): void {
    for (const entry of entries) this.#removed.add(entry)
    this.#timer ??= setTimeout(() => this.#forget(), collectMs).unref()
  }

  /** Waits until the entries of all finished removals are deleted. */
  async close(): Promise<void> {
    this.#forget()
    await this.#forgetting
  }

  async #sweep(perform: (effects: readonly Effect[]) => void): Promise<void> {
    const pending = await this.#parts.pending()
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
    this.#forgetting = this.#parts.forget(entries).catch(() => undefined)
  }
}
