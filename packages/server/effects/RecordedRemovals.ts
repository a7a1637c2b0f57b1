import type { Effect } from '../messages/Effect.ts'
import type { PendingRemovals } from '../records/removals/pendingRemovals.ts'

/** Milliseconds for which entries of removals that were carried out are collected: forgetting them is a commit of its own. */
const collectMs = 100

interface RemovalParts {
  /** Returns the recorded removals that have not been carried out. */
  pending: () => Promise<PendingRemovals[]>
  forget: (entries: readonly string[]) => Promise<void>
  perform: (effects: readonly Effect[]) => void
  warn: (message: string, error: unknown) => void
}

/** Carries out removals that an earlier process recorded or that failed, and forgets those that were carried out. */
export class RecordedRemovals {
  readonly #parts: RemovalParts
  readonly #removed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #forgetting: Promise<void> = Promise.resolve()

  constructor(parts: RemovalParts) {
    this.#parts = parts
  }

  /** Carries out all that are recorded. Those that another pass carries out at the same time do no harm. */
  sweep(): void {
    void this.#sweep().catch(error =>
      this.#parts.warn('Files that no record names any more could not be looked up. It is tried again in a minute.', error),
    )
  }

  /** Notes removals as carried out. */
  noteRemoved(entries: readonly string[]): void {
    for (const entry of entries) this.#removed.add(entry)
    this.#timer ??= setTimeout(() => this.#forget(), collectMs).unref()
  }

  /** Waits until all that were carried out are forgotten. */
  async close(): Promise<void> {
    this.#forget()
    await this.#forgetting
  }

  async #sweep(): Promise<void> {
    const pending = await this.#parts.pending()
    this.noteRemoved(pending.flatMap(({ entry, removals }) => (removals.length === 0 ? [entry] : [])))
    this.#parts.perform(pending.flatMap(({ entry, removals }) => removals.map(removal => ({ ...removal, entry }))))
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = [...this.#removed]
    if (entries.length === 0) return
    this.#removed.clear()
    // What is not forgotten is carried out once more, which does no harm.
    this.#forgetting = this.#parts.forget(entries).catch(() => undefined)
  }
}
