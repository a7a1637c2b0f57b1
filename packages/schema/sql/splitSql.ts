/** A quote or a parenthesis that is not closed. */
class UnbalancedSql extends Error {
  constructor(text: string) {
    super(`unbalanced parenthesis or quoted expression: ${JSON.stringify(text)}`)
  }
}

interface SplitOptions {
  /** The signs that part, each a single character. */
  at: string
  /** Leaves the parting sign at the end of its part. */
  keep?: boolean
}

const isSpace = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\n'
const isQuote = (sign: string | undefined) => sign === "'" || sign === '"' || sign === '`'

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text[at])) at++
  return at
}

/** Where the part that begins here ends: at a parting sign outside of quotes and parentheses, or with the text. */
const findEnd = (text: string, from: number, separators: string): number => {
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
 * Cuts text at signs that stand outside of quotes and parentheses, as a 0.22 server does it with view queries and indexes: a
 * backslash takes a sign its meaning, space before and behind a part is left out.
 * @throws Error for a quote or a parenthesis that is not closed
 */
export const splitSql = (text: string, { at: separators, keep = false }: SplitOptions): string[] => {
  const parts: string[] = []
  for (let start = skipSpace(text, 0); start < text.length; ) {
    const end = findEnd(text, start, separators)
    parts.push(text.slice(start, keep ? end + 1 : end))
    start = skipSpace(text, end + 1)
  }
  return parts
}
