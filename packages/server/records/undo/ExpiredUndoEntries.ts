import type { ExpiredEntries } from './expireUndoEntries.ts'

/** The services that removing expired deletions uses. */
interface ExpiryServices {
  /** Deletes the entries of `removed` deletions and returns others that can no longer be undone. */
  expire: (removed: readonly number[]) => Promise<ExpiredEntries>
  /** Removes files. Rejects if a file cannot be removed. */
  remove: (removals: ExpiredEntries['removals']) => Promise<void>
  warn: (message: string, error: unknown) => void
}

/** Removes deletions that can no longer be undone. Their files are removed first, so that an interrupted removal is repeated. */
export class ExpiredUndoEntries {
  readonly #parts: ExpiryServices
  #clearing: Promise<void> | undefined
  #isClosed = false

  constructor(parts: ExpiryServices) {
    this.#parts = parts
  }

  /** Starts to remove expired deletions unless it is already running. */
  clear(): void {
    this.#clearing ??= this.#clear()
      .catch(error => this.#parts.warn('Files of deleted records could not be removed. The next attempt is in a minute.', error))
      .finally(() => {
        this.#clearing = undefined
      })
  }

  /** Waits until the running removal has finished its current batch. */
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
