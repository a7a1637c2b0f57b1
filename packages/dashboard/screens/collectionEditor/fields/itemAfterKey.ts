/**
 * Where a key leads among items that stand in rows of so many columns: the arrow keys to a neighbour, Home and End to an end, a letter
 * to the next item that begins with it. Undefined for keys that lead nowhere.
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
