/** Returns the total length of all texts in rows. */
export function charactersInRows(rows: readonly Iterable<unknown>[]): number {
  return rows.reduce((length: number, row) => length + charactersIn(row), 0)
}

/** Returns the total length of all texts among the values. */
export function charactersIn(values: Iterable<unknown>): number {
  let characters = 0
  for (const value of values) if (typeof value === 'string') characters += value.length
  return characters
}
