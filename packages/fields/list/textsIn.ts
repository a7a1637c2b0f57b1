const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns the texts of a normal value as a list; empty for an empty value. */
export const textsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter(isText)
  return isText(value) ? [value] : []
}
