import { type FilterNode, parseFilter } from '@coffer/schema'
import { LRUCache } from 'lru-cache'

/** Limits of the cache. Longer filters are not cached. */
const maxCachedFilters = 1000
const maxCachedFilterLength = 4000

const cache = new LRUCache<string, FilterNode>({ max: maxCachedFilters })

/** Parses a rule or filter, using a cache. Throws a FilterError. */
export function readFilter(text: string): FilterNode {
  const cached = cache.get(text)
  if (cached) return cached
  const filter = parseFilter(text)
  if (text.length <= maxCachedFilterLength) cache.set(text, filter)
  return filter
}
