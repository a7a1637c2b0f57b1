/** The drop position relative to an item: before or after it in reading order. */
export type DropEdge = 'before' | 'after'

/** Moves an item of a list before or after another one. */
export function moveBeside<Item>(items: readonly Item[], moved: Item, target: Item, edge: DropEdge): Item[] {
  if (moved === target || !items.includes(moved) || !items.includes(target)) return [...items]
  const rest = items.filter(item => item !== moved)
  return rest.toSpliced(rest.indexOf(target) + (edge === 'after' ? 1 : 0), 0, moved)
}

/** Moves an item of a list by a number of positions, at most to an end. */
export function moveBy<Item>(items: readonly Item[], moved: Item, by: number): Item[] {
  const from = items.indexOf(moved)
  if (from === -1) return [...items]
  const to = Math.max(0, Math.min(items.length - 1, from + by))
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}
