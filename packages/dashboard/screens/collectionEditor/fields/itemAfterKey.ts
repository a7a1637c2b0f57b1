/**
 * Returns the index of the item that a key moves to in a grid with `columns` columns: arrow keys, Home, End, and letters for the
 * next item that begins with it. Undefined for other keys.
 */
export function itemAfterKey(key: string, current: number, labels: readonly string[], columns: number): number | undefined {
  const last = labels.length - 1
  const steps: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: current + columns,
    ArrowUp: current - columns,
    Home: 0,
    End: last,
  }
  const next = steps[key]
  if (next !== undefined) return next >= 0 && next <= last ? next : current
  if (!/^\p{L}$/u.test(key)) return undefined
  const order = labels.map((_, step) => (current + 1 + step) % labels.length)
  return order.find(index => labels[index]?.toLowerCase().startsWith(key.toLowerCase()))
}
