import { encodedLength, maxFilterBytes } from './queryLength.ts'

/** Maximum length of a search. The rest of the filter is reserved for conditions that a screen adds. */
const maxSearchBytes = maxFilterBytes - 1024

const closedQuotes = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
const comparison = /[=~<>]/
const numberOrBoolean = /^(?:-?\d+(?:\.\d+)?|true|false)$/
const wrappedInQuotes = /^(['"`])(.*)\1$/s

/** Whether the text is a filter and not a search term: it contains a comparison operator outside of quotes. */
export function isFilterExpression(text: string): boolean {
  return comparison.test(text.replace(closedQuotes, ''))
}

/**
 * Converts the text of the filter bar to a filter. A filter is passed on unchanged; anything else becomes a search for the term in
 * each field, or in as many as the maximum filter length allows. A term in quotes is always text, even if it is a number or
 * contains an operator.
 */
export function toFilter(text: string, fields: readonly string[]): string {
  const trimmed = text.trim()
  if (trimmed === '' || fields.length === 0 || isFilterExpression(trimmed)) return trimmed

  const term = numberOrBoolean.test(trimmed) ? trimmed : filterText(escapeWildcards(trimmed.replace(wrappedInQuotes, '$2')))
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

/** Escapes `%`, which would otherwise match any text. */
function escapeWildcards(text: string): string {
  return text.includes('%') ? text.replace(/[\\%]/g, '\\$&') : text
}

/** Quotes a text as a string literal of the filter language. */
export function filterText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
