/** Formats conditions as the end of a sentence about a record. */
export const whereText = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` where ${conditions.join(' && ')}` : ''
