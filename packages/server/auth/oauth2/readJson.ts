/**
 * Reads an answer of a provider.
 * @throws Error that quotes nothing of it: it may hold tokens
 */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The provider answers what is no JSON.')
  }
}

/** @throws Error when a value is no object */
export const requireObject = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The provider answers no object.')
  return value as Record<string, unknown>
}
