import { LRUCache } from 'lru-cache'
import type { Reader } from '../../db/engine.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { countRecords } from './selectRecords.ts'

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
    const key = keyOf(query)
    // Taken before the count: a change that comes meanwhile makes it old.
    const version = this.#versionOf(query)
    const known = this.#counts.get(key)
    if (known?.version === version) return known.total
    const total = await countRecords(reader, query)
    this.#counts.set(key, { version, total })
    return total
  }

  /** What a view reads is known to SQLite alone, so any change may be one of it. */
  #versionOf({ reads }: CompiledQuery): string {
    const hasView = reads.some(({ type }) => type === 'view')
    const records = hasView ? this.#versions.current('allRecords') : this.#versions.ofRecords(reads.map(({ id }) => id))
    return `${this.#versions.current('collections')}:${records}`
  }
}
