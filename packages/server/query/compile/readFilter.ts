import { type FilterNode, parseFilter } from '@coffer/schema'
import { LRUCache } from 'lru-cache'

/** Filters kept by their text; longer texts are read anew each time. */
const capacity = 1000
const longest = 4000

const known = new LRUCache<string, FilterNode>({ max: capacity })

/** Reads a rule or filter; those that come again and again are remembered. Throws a FilterError. */
export const readFilter = (text: string): FilterNode => {
  const remembered = known.get(text)
  if (remembered) return remembered
  const filter = parseFilter(text)
  if (text.length <= longest) known.set(text, filter)
  return filter
}
