/** Characters of a value that a cell of the preview shows. */
const longest = 80

/** A value of a record in one short line; '' where there is none. */
export function asText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const whole = Array.isArray(value) && value.every(item => typeof item === 'string') ? value.join(', ') : plain(value)
  const line = whole.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
