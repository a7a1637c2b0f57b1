/** Number of keys that are remembered: more responses of the smallest size than a cache of 20 MB holds have no use. */
const slots = 2 ** 15

/** Returns a hash of 32 bits (FNV-1a over the UTF-16 code units). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash
}

/**
 * Tells whether a key comes again soon enough for a cache that would have held its value since. Remembers hashes in a table of a fixed size:
 * two keys with the same hash count as one, and a key takes the place of another one, which counts as new the next time.
 */
export class RecentKeys {
  readonly #cacheBytes: number
  readonly #hashes = new Int32Array(slots)
  /** The value of `#passedBytes` when the key of a slot was added. */
  readonly #positions = new Float64Array(slots).fill(Number.NEGATIVE_INFINITY)
  #passedBytes = 0

  /** @param cacheBytes size of the cache */
  constructor(cacheBytes: number) {
    this.#cacheBytes = cacheBytes
  }

  /**
   * Adds a key.
   * @param bytes size of its value
   * @returns whether it was added before, and the values that were added since then would not have filled the cache
   */
  add(key: string, bytes: number): boolean {
    const hash = hashOf(key)
    // The low bits of this hash depend on all characters.
    const slot = hash & (slots - 1)
    const isRecent = this.#hashes[slot] === hash && this.#passedBytes - (this.#positions[slot] as number) <= this.#cacheBytes
    this.#passedBytes += bytes
    this.#hashes[slot] = hash
    this.#positions[slot] = this.#passedBytes
    return isRecent
  }
}
