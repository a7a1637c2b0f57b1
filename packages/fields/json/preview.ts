/** A value on one line as people read it: compact JSON, plain text without its quotes, except for the empty text. */
export const jsonPreview = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')
