/** Formats conditions as the end of a sentence about a record. */
export function whereText(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' && ')}` : ''
}
