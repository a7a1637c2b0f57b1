/** The side of an item on which another one is let go: before it or after it in reading order. */
export type DropEdge = 'before' | 'after'

/** The list with one of its items moved beside another; the same items in the same order where that changes nothing. */
export function moveBeside<Item>(items: readonly Item[], moved: Item, target: Item, edge: DropEdge): Item[] {
  if (moved === target || !items.includes(moved) || !items.includes(target)) return [...items]
  const rest = items.filter(item => item !== moved)
  return rest.toSpliced(rest.indexOf(target) + (edge === 'after' ? 1 : 0), 0, moved)
}

/** The list with one of its items moved by so many places, at most to an end. */
export function moveBy<Item>(items: readonly Item[], moved: Item, by: number): Item[] {
  const from = items.indexOf(moved)
  if (from === -1) return [...items]
  const to = Math.max(0, Math.min(items.length - 1, from + by))
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}
