import { LRUCache } from 'lru-cache'
import { isShareable, StringPool } from './StringPool.ts'
import type { Stamp, Versions } from './versions.ts'

/** The dependencies of a cached value: it is valid until they change or its time is over. */
export interface Dependencies {
  /** Must be taken before the value is read, so that a change in the meantime invalidates the value. */
  stamp: Stamp
  /** Expiry, in milliseconds since 1970. */
  until?: number
}

interface Options<Value> {
  versions: Pick<Versions, 'stampOf' | 'isCurrent'>
  /** Maximum size of all values, their keys and the overhead. */
  maxBytes: number
  /** Estimates the size of a value. A character counts as one byte, which is what V8 uses for most text. */
  sizeOf: (value: Value) => number
  /** Passes each text that values can have in common to `share`, and returns the value with the results in their place. */
  shareTexts?: (value: Value, share: (text: string) => string) => Value
}

interface Entry<Value> {
  value: Value
  dependencies: Dependencies
  size: number
  /** The texts of the value that are stored in the string pool. */
  shared: readonly string[]
}

/** Size of an entry without its key and value. */
const entryBytes = 300

/**
 * Caches values until one of their dependencies changes: records of collections, the collections themselves, the settings. A commit
 * advances the counters of what it changed before it is acknowledged, so a value is never older than the last acknowledged change.
 * Evicts the least recently used values beyond its maximum size.
 */
export class VersionedCache<Value extends object | string | number | boolean> {
  readonly #options: Options<Value>
  readonly #pool = new StringPool()
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor(options: Options<Value>) {
    this.#options = options
    this.#entries = new LRUCache<string, Entry<Value>>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ size }) => size,
      dispose: ({ shared }) => {
        for (const text of shared) this.#pool.release(text)
      },
    })
  }

  /** Size of all entries, including texts that they share. */
  get bytes(): number {
    return this.#entries.calculatedSize + this.#pool.size
  }

  /** Returns a cached value if none of its dependencies has changed. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const { stamp, until } = entry.dependencies
    if (this.#options.versions.isCurrent(stamp) && (until === undefined || Date.now() < until)) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** Caches a value that was read after the stamp of its dependencies was taken. */
  set(key: string, value: Value, dependencies: Dependencies): void {
    const { maxBytes, sizeOf, shareTexts } = this.#options
    const whole = entryBytes + key.length + sizeOf(value)
    this.#entries.delete(key)
    if (whole > maxBytes) return
    const shared: string[] = []
    const share = (text: string) => {
      if (!isShareable(text)) return text
      shared.push(text)
      return this.#pool.hold(text)
    }
    const stored = shareTexts ? shareTexts(value, share) : value
    const size = shared.reduce((rest, { length }) => rest - length, whole)
    this.#entries.set(key, { value: stored, dependencies, size, shared })
    while (this.bytes > maxBytes) this.#entries.pop()
  }

  /** Updates the size of a cached value that has grown. */
  resize(key: string, value: Value): void {
    const entry = this.#entries.peek(key)
    if (entry?.value === value) this.set(key, value, entry.dependencies)
  }

  /**
   * Starts to read values that depend on the records of collections. The returned function caches a value that has been read since.
   * @param until expiry of the values, in milliseconds since 1970
   */
  track(collectionIds: Iterable<string> | 'all', until?: number): (key: string, value: Value) => void {
    const stamp = this.#options.versions.stampOf(collectionIds)
    return (key, value) => this.set(key, value, { stamp, ...(until !== undefined && { until }) })
  }
}
