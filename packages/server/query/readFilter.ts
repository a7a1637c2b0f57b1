import { type FilterNode, parseFilter } from '@coffer/schema'

/** Filters kept by their text; longer texts are read anew each time. */
const capacity = 1000
const longest = 4000

const known = new Map<string, FilterNode>()

/** Reads a rule or filter; those that come again and again are remembered. Throws a FilterError. */
export const readFilter = (text: string): FilterNode => {
  const remembered = known.get(text)
  // What was used last is forgotten last.
  if (remembered) known.delete(text)
  const filter = remembered ?? parseFilter(text)
  if (text.length <= longest) known.set(text, filter)
  const oldest = known.keys().next().value
  if (known.size > capacity && oldest !== undefined) known.delete(oldest)
  return filter
}
