import { LRUCache } from 'lru-cache'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Requester } from '../rules/Requester.ts'
import { charactersIn } from '../runtime/charactersIn.ts'

/** The requester of a verified token. */
interface CachedRequester {
  requester: Exclude<Requester, { kind: 'guest' }>
  stamp: Stamp
  /** Expiry of the token, in milliseconds since 1970. */
  until: number
}

/** Maximum size of the cache of a thread in characters. */
const maxCacheLength = 4_000_000
/** Size of an entry, and of each of its values, in addition to their characters. */
const entryOverhead = 1000
const valueOverhead = 8

const sizeOf = ({ requester }: CachedRequester, token: string): number => {
  const values = Object.values(requester.kind === 'admin' ? requester.admin : requester.record.values)
  return entryOverhead + token.length + valueOverhead * values.length + charactersIn(values)
}

/**
 * Caches the requesters of tokens until one of their dependencies changes: the auth records of the collection, the collections, or the
 * settings with their secrets. Loading a record and verifying a signature takes half of the time of a small response.
 */
export class RequesterMemory {
  readonly #versions: Versions
  readonly #cached = new LRUCache<string, CachedRequester>({ maxSize: maxCacheLength, sizeCalculation: sizeOf })

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** Returns the cached requester of a valid token. */
  find(token: string): CachedRequester['requester'] | undefined {
    const cached = this.#cached.get(token)
    if (!cached) return undefined
    if (this.#versions.isCurrent(cached.stamp) && Date.now() < cached.until) return cached.requester
    this.#cached.delete(token)
    return undefined
  }

  /** Caches the requester of a token. The stamp must be older than the read of the record. */
  add(token: string, cached: CachedRequester): void {
    this.#cached.set(token, cached)
  }
}
