/** A value that may be one, several or none, as a list. */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === '' || value === null || value === undefined ? [] : [value]
}
