/** Returns the value below which a given percentage of the values are. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))
