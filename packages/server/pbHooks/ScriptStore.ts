/** Maximum characters of all keys and values. */
const maxLength = 16 * 1024 * 1024

/** The values of `$app.store()`, which all threads share. */
export class ScriptStore {
  /** The values, with the characters of each and of its key. */
  readonly #entries = new Map<string, { value: unknown; length: number }>()
  #length = 0

  /** Performs a function of the store. Throws an Error if a value has no room. */
  use(action: string, name: unknown, value: unknown, limit: unknown): unknown {
    const entries = this.#entries
    const key = String(name ?? '')
    if (action === 'get') return entries.get(key)?.value ?? null
    if (action === 'has') return entries.has(key)
    if (action === 'getAll') return Object.fromEntries([...entries].map(([known, entry]) => [known, entry.value]))
    if (action === 'length') return entries.size
    if (action === 'remove') return this.#remove(key)
    if (action === 'removeAll') return this.#removeAll()
    if (action === 'setIfLessThanLimit' && !entries.has(key) && entries.size >= Number(limit)) return false
    this.#set(key, value)
    return action === 'setIfLessThanLimit' ? true : undefined
  }

  /** Counts only the characters of the new value, because counting all takes longer the more there are. */
  #set(key: string, value: unknown): void {
    const length = key.length + (JSON.stringify(value) ?? '').length
    const former = this.#entries.get(key)?.length ?? 0
    if (this.#length - former + length > maxLength) throw new Error(`$app.store() can hold ${maxLength} characters.`)
    this.#length += length - former
    this.#entries.set(key, { value, length })
  }

  #remove(key: string): void {
    this.#length -= this.#entries.get(key)?.length ?? 0
    this.#entries.delete(key)
  }

  #removeAll(): void {
    this.#length = 0
    this.#entries.clear()
  }
}
