/** Returns the total length of all texts among the values. */
export const charactersIn = (values: Iterable<unknown>): number => {
  let characters = 0
  for (const value of values) if (typeof value === 'string') characters += value.length
  return characters
}
