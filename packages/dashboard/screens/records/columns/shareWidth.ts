interface ColumnPart {
  /** The least width in pixels. */
  width: number
  /** The pixels that the longest value needs. */
  content: number
  /** The share of the free space, relative to the other columns; 0 for columns that never need more. */
  share: number
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Distributes pixels among wishes. Small wishes are granted first, so that few columns have to be cut. */
function grant(wishes: readonly number[], pixels: number): number[] {
  const granted = wishes.map(() => 0)
  let left = pixels
  const order = wishes.map((wish, index) => ({ wish, index })).sort((one, other) => one.wish - other.wish)
  for (const [place, { wish, index }] of order.entries()) {
    const share = Math.min(wish, left / (order.length - place))
    granted[index] = share
    left -= share
  }
  return granted
}

/**
 * Returns the width of each column in pixels. The space that a table has beyond the least widths first goes to values that would be
 * cut, and the rest is shared.
 */
export function shareWidth(columns: readonly ColumnPart[], available: number): number[] {
  const free = Math.max(0, available - sumOf(columns.map(({ width }) => width)))
  const wishes = columns.map(({ width, content, share }) => (share > 0 ? Math.max(0, content - width) : 0))
  const granted = grant(wishes, free)
  const freePerShare = (free - sumOf(granted)) / Math.max(1, sumOf(columns.map(({ share }) => share)))
  return columns.map(({ width, share }, index) => Math.floor(width + (granted[index] ?? 0) + share * freePerShare))
}
