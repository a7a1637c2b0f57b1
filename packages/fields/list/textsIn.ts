const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The texts of a normal value, one or several; none when it is empty. */
export const textsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter(isText)
  return isText(value) ? [value] : []
}
