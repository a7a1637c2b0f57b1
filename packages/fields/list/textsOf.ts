/** The texts of a value that is one text or several, as an answer of the API has it. */
export const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter(item => typeof item === 'string' && item !== '')
  return typeof value === 'string' && value !== '' ? [value] : []
}
