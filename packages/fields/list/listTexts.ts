/** Returns the texts of a value of an API response as a list. */
export function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter(item => typeof item === 'string' && item !== '')
  return typeof value === 'string' && value !== '' ? [value] : []
}
