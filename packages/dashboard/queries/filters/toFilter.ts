import { encodedLength, maxFilterBytes } from './queryLength.ts'

/** Maximum number of bytes of a search. The rest is for conditions that a screen adds to it. */
const maxSearchBytes = maxFilterBytes - 1024

const closedQuotes = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
const comparison = /[=~<>]/
const numberOrBoolean = /^(?:-?\d+(?:\.\d+)?|true|false)$/
const wrappedInQuotes = /^(['"`])(.*)\1$/s

/** Whether the text compares something, so that it is a filter and not a search term. Operators inside quotes are text. */
export function isFilterExpression(text: string): boolean {
  return comparison.test(text.replace(closedQuotes, ''))
}

/**
 * What the filter bar sends for what was typed: a filter goes as it stands, anything else becomes a search for that term in
 * each of the fields, or of the first of them where the term is so long that the server would not answer for all. Quotes around
 * the whole term make it text, also when it is a number or holds an operator.
 */
export function toFilter(text: string, fields: readonly string[]): string {
  const trimmed = text.trim()
  if (trimmed === '' || fields.length === 0 || isFilterExpression(trimmed)) return trimmed

  const term = numberOrBoolean.test(trimmed) ? trimmed : filterText(literally(trimmed.replace(wrappedInQuotes, '$2')))
  const [first = '', ...others] = fields.map(field => `${field}~${term}`)
  const searches = [first]
  let length = encodedLength(first)
  for (const search of others) {
    length += encodedLength(`||${search}`)
    if (length > maxSearchBytes) break
    searches.push(search)
  }
  return searches.join('||')
}

/** A bare % would turn the match into a pattern. */
function literally(text: string): string {
  return text.includes('%') ? text.replace(/[\\%]/g, '\\$&') : text
}

/** A text as a filter writes it. */
export function filterText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
