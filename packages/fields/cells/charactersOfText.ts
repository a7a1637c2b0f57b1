/** Returns the length of a text value; 0 for other values. */
export function charactersOfText(value: unknown): number {
  return typeof value === 'string' ? value.length : 0
}
