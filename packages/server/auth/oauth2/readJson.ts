/**
 * Parses the response of a provider.
 * @throws Error that does not quote the response, because it can contain tokens
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The provider returned invalid JSON.')
  }
}

/** @throws Error if the value is not an object */
export function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The provider returned no JSON object.')
  return value as Record<string, unknown>
}
