/**
 * A readers-writer lock within the writer thread: changes of records share it, a change of collections holds it exclusively. So the
 * fields of a record cannot change between their lookup and the commit.
 */
export class CollectionLock {
  /** Settles when the last change of collections has ended. */
  #changed: Promise<unknown> = Promise.resolve()
  /** The running changes of records. */
  readonly #sharing = new Set<Promise<unknown>>()

  /** Runs a task during which collections do not change. */
  async runShared<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#changed
    await before
    // Another change of collections can have been requested in the meantime.
    if (this.#changed !== before) return this.runShared(work)
    const working = work()
    const ended = working.catch(() => undefined)
    this.#sharing.add(ended)
    try {
      return await working
    } finally {
      this.#sharing.delete(ended)
    }
  }

  /** Runs a task that changes collections. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#changed.then(() => Promise.all(this.#sharing)).then(work)
    this.#changed = run.catch(() => undefined)
    return run
  }
}
