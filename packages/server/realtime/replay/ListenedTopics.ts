/** A key to which clients are subscribed. */
interface ListenedTopic {
  /** Number of times that it was added. */
  count: number
  /** The last change before it was added. */
  since: number
}

/** The keys by which the writer knows what clients are subscribed to, and since when it does. */
export class ListenedTopics {
  readonly #topics = new Map<string, ListenedTopic>()

  /**
   * Adds keys.
   * @param position the last change before
   * @returns the new ones
   */
  add(keys: readonly string[], position: number): string[] {
    return keys.filter(key => {
      const topic = this.#topics.get(key)
      if (topic) topic.count += 1
      else this.#topics.set(key, { count: 1, since: position })
      return !topic
    })
  }

  /** Removes each key once. Returns the keys that are no longer needed. */
  remove(keys: readonly string[]): string[] {
    return keys.filter(key => {
      const topic = this.#topics.get(key)
      if (!topic) return false
      topic.count -= 1
      return topic.count === 0 && this.#topics.delete(key)
    })
  }

  /** Whether all changes of a key after a position were recorded. */
  isListenedSince(key: string, position: number): boolean {
    return (this.#topics.get(key)?.since ?? Number.POSITIVE_INFINITY) <= position
  }
}
