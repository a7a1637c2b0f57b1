/** Maximum length of a value in the preview. */
const maxLength = 80

/** Formats a value in one short line; '' if it is empty. */
export function asText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const whole = Array.isArray(value) && value.every(item => typeof item === 'string') ? value.join(', ') : plain(value)
  const line = whole.replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
