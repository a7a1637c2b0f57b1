import { LRUCache } from 'lru-cache'
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
}

interface Entry<Value> {
  value: Value
  dependencies: Dependencies
  size: number
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
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor(options: Options<Value>) {
    this.#options = options
    this.#entries = new LRUCache<string, Entry<Value>>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ size }) => size,
    })
  }

  /** Size of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
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
    const size = entryBytes + key.length + this.#options.sizeOf(value)
    // If the value is larger than the cache, this only removes the previous one.
    this.#entries.set(key, { value, dependencies, size })
  }

  /** Updates the size of a cached value that has changed. */
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
