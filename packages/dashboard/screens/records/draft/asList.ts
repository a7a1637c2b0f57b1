/** Returns a single, multiple or empty value as an array. */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === '' || value === null || value === undefined ? [] : [value]
}
