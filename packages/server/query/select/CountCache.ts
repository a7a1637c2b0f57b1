import type { Reader } from '../../db/engine.ts'
import { VersionedCache } from '../../runtime/cache/VersionedCache.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { countRecordsOfEach } from './selectRecords.ts'

/** Maximum size of the cache, per thread. */
const maxCacheBytes = 1_000_000
/** Size of a number. */
const numberBytes = 8

/** Returns the cache key. Each value has its length in front, so that a value cannot be mistaken for several. */
function keyOf({ matching: { text, values } }: CompiledQuery): string {
  const parts = values.map(value => {
    const text = String(value)
    return `${typeof value}:${text.length}:${text}`
  })
  return [text.length, text, ...parts].join('\n')
}

/** Whether a query reads a view, whose own query can depend on the time or on random numbers. Of a filter, only the values can. */
export function readsView({ reads }: CompiledQuery): boolean {
  return reads.some(({ type }) => type === 'view')
}

/** Returns the collections that a query depends on. For a view, these are all, as only SQLite knows what it reads. */
const dependenciesOf = (query: CompiledQuery): string[] | 'all' => (readsView(query) ? 'all' : query.reads.map(({ id }) => id))

/**
 * Caches the number of matching records of each query until a collection that it reads changes. Counting reads every match, which
 * for a long list is far more than one page.
 */
export class CountCache {
  readonly #counts: VersionedCache<number>

  constructor(versions: Versions) {
    this.#counts = new VersionedCache({ versions, maxBytes: maxCacheBytes, sizeOf: () => numberBytes })
  }

  /** Counts the matching records of several queries of tables. One statement computes all counts that are not cached. */
  async countEach(reader: Reader, queries: readonly CompiledQuery[]): Promise<number[]> {
    const lookups = queries.map(query => ({ query, ...this.lookUp(query) }))
    const uncached = lookups.filter(({ cached }) => cached === undefined).map(({ query }) => query)
    const counted = (await countRecordsOfEach(reader, uncached)).values()
    return lookups.map(({ cached, store }) => cached ?? store(counted.next().value ?? 0))
  }

  /**
   * Returns the cached count of a query, and a function that caches and returns a new one, which must depend on nothing but records. Call
   * it before counting.
   */
  lookUp(query: CompiledQuery): { cached: number | undefined; store: (total: number) => number } {
    const key = keyOf(query)
    const store = this.#counts.track(dependenciesOf(query))
    return {
      cached: this.#counts.get(key),
      store: total => {
        store(key, total)
        return total
      },
    }
  }
}
