import type { Plain } from '../../pb/Host.ts'

/** Returns a value as a literal of a filter, which no text can end. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isDate = Object.prototype.toString.call(value) === '[object Date]'
  const text = isDate ? (value as Date).toISOString().replace('T', ' ') : typeof value === 'string' ? value : String(value)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Puts values in place of the parameters `{:name}` of a filter, as literals. */
export function fillFilter(filter: string, parameters: Plain): string {
  return filter.replaceAll(/\{:(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? literal(parameters[name]) : whole,
  )
}
