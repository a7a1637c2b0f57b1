import { LRUCache } from 'lru-cache'
import type { Reader } from '../../db/engine.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { countRecords, countRecordsOfEach } from './selectRecords.ts'

/** Says by a number in which state the records of some collections are. */
export interface RecordVersions {
  current: (kind: 'collections' | 'allRecords') => number
  ofRecords: (collectionIds: readonly string[]) => number
}

interface Count {
  version: string
  total: number
}

const capacity = 1000

/** Each part with its length before it, so that no text among the values can look like several of them. */
const keyOf = ({ matching: { text, values } }: CompiledQuery): string => {
  const parts = values.map(value => {
    const written = String(value)
    return `${typeof value}:${written.length}:${written}`
  })
  return [text.length, text, ...parts].join('\n')
}

/**
 * Remembers how many records match, for each query with its values, until a collection that the query reads changes. A count
 * reads every match, which for a long list is far more than its page.
 */
export class CountCache {
  readonly #versions: RecordVersions
  readonly #counts = new LRUCache<string, Count>({ max: capacity })

  constructor(versions: RecordVersions) {
    this.#versions = versions
  }

  /** The number of matching records as of the last commit. */
  async count(reader: Reader, query: CompiledQuery): Promise<number> {
    const { known, remember } = this.#lookUp(query)
    return known ?? remember(await countRecords(reader, query))
  }

  /** The same for each of several queries; those that are not known are counted together. */
  async countEach(reader: Reader, queries: readonly CompiledQuery[]): Promise<number[]> {
    const asked = queries.map(query => ({ query, ...this.#lookUp(query) }))
    const unknown = asked.filter(({ known }) => known === undefined).map(({ query }) => query)
    const counted = (await countRecordsOfEach(reader, unknown)).values()
    return asked.map(({ known, remember }) => known ?? remember(counted.next().value ?? 0))
  }

  /** What is known of a query, and how to remember what it is counted to be. */
  #lookUp(query: CompiledQuery): { known: number | undefined; remember: (total: number) => number } {
    const key = keyOf(query)
    // Taken before the count: a change that comes meanwhile makes it old.
    const version = this.#versionOf(query)
    const found = this.#counts.get(key)
    const remember = (total: number) => {
      this.#counts.set(key, { version, total })
      return total
    }
    return { known: found?.version === version ? found.total : undefined, remember }
  }

  /** What a view reads is known to SQLite alone, so any change may be one of it. */
  #versionOf({ reads }: CompiledQuery): string {
    const hasView = reads.some(({ type }) => type === 'view')
    const records = hasView ? this.#versions.current('allRecords') : this.#versions.ofRecords(reads.map(({ id }) => id))
    return `${this.#versions.current('collections')}:${records}`
  }
}
