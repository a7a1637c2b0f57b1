import { LRUCache } from 'lru-cache'
import type { Reader } from '../../db/engine.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { countRecords, countRecordsOfEach } from './selectRecords.ts'

/** Version numbers that change with the records of collections. */
export interface RecordVersions {
  current: (kind: 'collections' | 'allRecords') => number
  ofRecords: (collectionIds: readonly string[]) => number
}

interface Count {
  version: string
  total: number
}

const maxCachedCounts = 1000

/** Returns the cache key. Each value has its length in front, so that a value cannot be mistaken for several. */
const keyOf = ({ matching: { text, values } }: CompiledQuery): string => {
  const parts = values.map(value => {
    const text = String(value)
    return `${typeof value}:${text.length}:${text}`
  })
  return [text.length, text, ...parts].join('\n')
}

/**
 * Caches the number of matching records of each query until a collection that it reads changes. Counting reads every match, which
 * for a long list is far more than one page.
 */
export class CountCache {
  readonly #versions: RecordVersions
  readonly #counts = new LRUCache<string, Count>({ max: maxCachedCounts })

  constructor(versions: RecordVersions) {
    this.#versions = versions
  }

  /** Counts the matching records as of the last commit. */
  async count(reader: Reader, query: CompiledQuery): Promise<number> {
    const { cached, store } = this.#lookUp(query)
    return cached ?? store(await countRecords(reader, query))
  }

  /** Counts the matching records of several queries. One statement computes all counts that are not cached. */
  async countEach(reader: Reader, queries: readonly CompiledQuery[]): Promise<number[]> {
    const lookups = queries.map(query => ({ query, ...this.#lookUp(query) }))
    const uncached = lookups.filter(({ cached }) => cached === undefined).map(({ query }) => query)
    const counted = (await countRecordsOfEach(reader, uncached)).values()
    return lookups.map(({ cached, store }) => cached ?? store(counted.next().value ?? 0))
  }

  /** Returns the cached count of a query, and a function that caches a new one. */
  #lookUp(query: CompiledQuery): { cached: number | undefined; store: (total: number) => number } {
    const key = keyOf(query)
    // Read before counting, so that a change during the count invalidates the result.
    const version = this.#versionOf(query)
    const found = this.#counts.get(key)
    const store = (total: number) => {
      this.#counts.set(key, { version, total })
      return total
    }
    return { cached: found?.version === version ? found.total : undefined, store }
  }

  /** Returns the version of everything that a query reads. For a view, this is any record, as only SQLite knows what it reads. */
  #versionOf({ reads }: CompiledQuery): string {
    const hasView = reads.some(({ type }) => type === 'view')
    const records = hasView ? this.#versions.current('allRecords') : this.#versions.ofRecords(reads.map(({ id }) => id))
    return `${this.#versions.current('collections')}:${records}`
  }
}
