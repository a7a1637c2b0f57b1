/** An object with its keys spelled as these, whatever their case; of two that are the same then, the last counts. */
export const matchKeys = (input: unknown, keys: readonly string[]): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const spelling = new Map(keys.map(key => [key.toLowerCase(), key]))
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [spelling.get(key.toLowerCase()) ?? key, value]))
}
