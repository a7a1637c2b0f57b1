/** Keys with the number of times that each was added. */
export class CountedKeys {
  readonly #counts = new Map<string, number>()

  /** Adds keys. Returns the new ones. */
  add(keys: readonly string[]): string[] {
    return keys.filter(key => {
      const count = this.#counts.get(key) ?? 0
      this.#counts.set(key, count + 1)
      return count === 0
    })
  }

  /** Removes each key once. Returns the keys whose count is zero. */
  remove(keys: readonly string[]): string[] {
    return keys.filter(key => {
      const count = (this.#counts.get(key) ?? 0) - 1
      if (count > 0) this.#counts.set(key, count)
      else this.#counts.delete(key)
      return count === 0
    })
  }
}
