import { isObject } from '@coffer/fields'

/** Messages for texts that cannot be parsed. */
export const dataIssue = 'Enter a JSON object, such as {"title": "New"}.'
export const headersIssue = 'Enter each header as NAME: VALUE, one per line.'

/** Parses the values of a record; undefined if they are not a JSON object. A blank text has no values. */
export function parseData(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const data: unknown = JSON.parse(text)
    return isObject(data) ? data : undefined
  } catch {
    return undefined
  }
}

/** Parses headers, one per line, as in `x-team: red`; undefined if a line has no name. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const pairs = lines.map(line => /^\s*([^\s:]+)\s*:\s*(.*)$/.exec(line))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2]?.trim() ?? '']))
}

/** Writes headers as they are typed, one per line. */
export function printHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
