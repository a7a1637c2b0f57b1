/** Returns the edit distance of two words, counting swapped neighbors as one edit. Stops counting at the limit. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min((last[column - 1] ?? 0) + (isSame ? 0 : 1), (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? limit + 1
}

/** Finds the name closest to a misspelled one, if any is similar enough. */
export function findClosest(name: string, names: readonly string[]): string | undefined {
  const low = name.toLowerCase()
  let limit = Math.min(2, Math.floor(name.length / 3))
  let found: string | undefined
  for (const candidate of names) {
    const far = distance(low, candidate.toLowerCase(), limit)
    if (far > limit || (found !== undefined && far === limit)) continue
    found = candidate
    limit = far
  }
  return found
}
