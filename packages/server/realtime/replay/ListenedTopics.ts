import { CountedKeys } from '../CountedKeys.ts'

/** The keys by which the writer knows what clients are subscribed to, and since when it does. */
export class ListenedTopics {
  readonly #counts = new CountedKeys()
  readonly #since = new Map<string, number>()

  /**
   * Adds keys.
   * @param position the last change before
   * @returns the new ones
   */
  add(keys: readonly string[], position: number): string[] {
    const begun = this.#counts.add(keys)
    for (const key of begun) this.#since.set(key, position)
    return begun
  }

  /** Removes each key once. Returns the keys that are no longer needed. */
  remove(keys: readonly string[]): string[] {
    const ended = this.#counts.remove(keys)
    for (const key of ended) this.#since.delete(key)
    return ended
  }

  /** Whether all changes of a key after a position were recorded. */
  isListenedSince(key: string, position: number): boolean {
    return (this.#since.get(key) ?? Number.POSITIVE_INFINITY) <= position
  }
}
