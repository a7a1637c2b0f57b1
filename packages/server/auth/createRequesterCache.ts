import type { Requester } from '../records/rules/Requester.ts'
import { VersionedCache } from '../runtime/cache/VersionedCache.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import { charactersIn } from '../runtime/charactersIn.ts'

/** The requesters of verified tokens. */
export type RequesterCache = VersionedCache<Exclude<Requester, { kind: 'guest' }>>

/** Maximum size of the cache, per thread. */
const maxCacheBytes = 4_000_000
/** Size of a requester, and of each of its values, without its text. */
const requesterBytes = 700
const valueBytes = 8

/**
 * Creates a cache of the requesters of tokens. They depend on the auth records of the collection, the collections, and the settings
 * with their secrets. Loading a record and verifying a signature takes half of the time of a small response.
 */
export function createRequesterCache(versions: Versions): RequesterCache {
  return new VersionedCache({
    versions,
    maxBytes: maxCacheBytes,
    sizeOf: requester => {
      const values = Object.values(requester.kind === 'admin' ? requester.admin : requester.record.values)
      return requesterBytes + valueBytes * values.length + charactersIn(values)
    },
  })
}
