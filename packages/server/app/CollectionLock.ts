/**
 * Keeps changes of collections apart from all others within the thread that makes them. Other changes go on side by side. A change
 * of collections waits until none is under way, and lets none begin before it has ended: whoever changes a record knows its fields
 * from the moment he looks them up to his commit.
 */
export class CollectionLock {
  /** Settled once the last change of collections so far has ended. */
  #changed: Promise<unknown> = Promise.resolve()
  /** The other changes under way. */
  readonly #sharing = new Set<Promise<unknown>>()

  /** Does work that relies on collections staying what they are. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#changed
    await before
    // Another change may have been asked for meanwhile.
    if (this.#changed !== before) return this.share(work)
    const working = work()
    const ended = working.catch(() => undefined)
    this.#sharing.add(ended)
    try {
      return await working
    } finally {
      this.#sharing.delete(ended)
    }
  }

  /** Does work that changes collections. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#changed.then(() => Promise.all(this.#sharing)).then(work)
    this.#changed = turn.catch(() => undefined)
    return turn
  }
}
