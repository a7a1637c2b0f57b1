/** Lines up to this length hold a whole object or list. */
const maxLineLength = 110

const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`

const key = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : quoted(name))

/**
 * Prints plain data as TypeScript, with short objects and lists on one line.
 * @param indent the indentation of the line on which it begins
 * @param column the column at which it begins
 */
export function printValue(value: unknown, indent = '', column = indent.length): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const entries: [start: string, item: unknown][] = isList
    ? value.map(item => ['', item])
    : Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[`${key(name)}: `, item]]))
  const parts = entries.map(([start, item]) => start + printValue(item, inner, inner.length + start.length))
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = isList ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (!line.includes('\n') && column + line.length <= maxLineLength) return line
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`
}
