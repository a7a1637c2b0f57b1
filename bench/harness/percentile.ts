/** Returns the value below which a given percentage of the values are. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}
