/** Characters of all texts among values. */
export const charactersIn = (values: Iterable<unknown>): number => {
  let characters = 0
  for (const value of values) if (typeof value === 'string') characters += value.length
  return characters
}
