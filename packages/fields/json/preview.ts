/** Formats a value on one line: compact JSON; strings without quotes, except the empty one. */
export function jsonPreview(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')
}
