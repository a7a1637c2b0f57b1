/** Thrown for an unclosed quote or parenthesis. */
class UnbalancedSql extends Error {
  constructor(text: string) {
    super(`unbalanced parenthesis or quoted expression: ${JSON.stringify(text)}`)
  }
}

interface SplitOptions {
  /** The separators, each a single character. */
  at: string
  /** Whether each part keeps its separator at the end. */
  keep?: boolean
}

const isSpace = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\n'
const isQuote = (sign: string | undefined) => sign === "'" || sign === '"' || sign === '`'

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text[at])) at++
  return at
}

/** Finds the end of a part: a separator outside quotes and parentheses, or the end of the text. */
function findEnd(text: string, from: number, separators: string): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    const isEscaped = at > from && text[at - 1] === '\\'
    if (!isEscaped) {
      if (isQuote(sign)) quote = quote === '' ? sign : quote === sign ? '' : quote
      else if (sign === '(' && quote === '') depth++
      else if (sign === ')' && quote === '' && depth > 0) depth--
    }
    if (depth === 0 && quote === '' && separators.includes(sign)) return at
  }
  if (depth > 0 || quote !== '') throw new UnbalancedSql(text.slice(from))
  return text.length
}

/**
 * Splits text at separators outside quotes and parentheses, as PocketBase 0.22 does for view queries and indexes: a backslash
 * escapes the next character, and whitespace around a part is removed.
 * @throws Error for an unclosed quote or parenthesis
 */
export function splitSql(text: string, { at: separators, keep = false }: SplitOptions): string[] {
  const parts: string[] = []
  for (let start = skipSpace(text, 0); start < text.length; ) {
    const end = findEnd(text, start, separators)
    parts.push(text.slice(start, keep ? end + 1 : end))
    start = skipSpace(text, end + 1)
  }
  return parts
}
