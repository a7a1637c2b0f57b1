import { type FilterNode, parseFilter } from '@coffer/schema'
import { LRUCache } from 'lru-cache'

/** Limits of the cache. Longer filters are not cached. */
const capacity = 1000
const longest = 4000

const known = new LRUCache<string, FilterNode>({ max: capacity })

/** Parses a rule or filter, using a cache. Throws a FilterError. */
export const readFilter = (text: string): FilterNode => {
  const remembered = known.get(text)
  if (remembered) return remembered
  const filter = parseFilter(text)
  if (text.length <= longest) known.set(text, filter)
  return filter
}
