/** Formats a value on one line: compact JSON; strings without quotes, except the empty one. */
export const jsonPreview = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')
