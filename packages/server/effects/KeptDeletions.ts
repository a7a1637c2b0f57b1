import type { Expired } from '../records/undo/expireDeletions.ts'

/** What the end of kept deletions needs. */
interface DeletionParts {
  /** Those that can be undone no longer, after these have been cleared. */
  expire: (removed: readonly number[]) => Promise<Expired>
  /** Removes files; rejects when one cannot be removed. */
  remove: (removals: Expired['removals']) => Promise<void>
  warn: (message: string, error: unknown) => void
}

/** Clears away deletions that can be undone no longer: their files first, so that whatever interrupts it, the next time goes on. */
export class KeptDeletions {
  readonly #parts: DeletionParts
  #clearing: Promise<void> | undefined
  #isClosed = false

  constructor(parts: DeletionParts) {
    this.#parts = parts
  }

  /** Begins to clear, unless that is under way. */
  clear(): void {
    this.#clearing ??= this.#clear()
      .catch(error => this.#parts.warn('Files of deleted records could not be removed. It is tried again in a minute.', error))
      .finally(() => {
        this.#clearing = undefined
      })
  }

  /** Waits until what is being cleared at the moment is. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#clearing
  }

  async #clear(): Promise<void> {
    let done: number[] = []
    do {
      const { ids, removals } = await this.#parts.expire(done)
      await this.#parts.remove(removals)
      done = ids
    } while (done.length > 0 && !this.#isClosed)
  }
}
