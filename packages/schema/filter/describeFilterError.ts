import type { FilterError } from './FilterError.ts'
import { type Token, tokenize } from './tokenize.ts'
import type { Span } from './tree.ts'

const incomplete = 'invalid or incomplete filter expression'

/** Returns the groups that are never closed, the outermost first. */
function openGroups(tokens: readonly Token[]): Token[] {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token)
    if (token.kind === 'close') open.pop()
  }
  return open
}

function tokenReason(token: Token, before: Token | undefined): string | undefined {
  if (token.kind === 'close' && before?.kind === 'open') return 'empty filter expression'
  if (token.kind !== 'invalid') return undefined
  if (/^["']/.test(token.text)) return `invalid quoted text ${JSON.stringify(token.text)}`
  return /^[=?!<>~]/.test(token.text) ? `invalid sign operator ${JSON.stringify(token.text)}` : undefined
}

/** Returns why a text is not a valid filter, and where. Uses the messages of PocketBase 0.22 where it has one. */
export function describeFilterError(source: string, { message, span }: FilterError): { reason: string; position: Span } {
  const tokens = tokenize(source).filter(({ kind }) => kind !== 'comment')
  if (tokens.length === 0) return { reason: 'empty filter expression', position: span }
  const [outermost, ...more] = openGroups(tokens)
  if (outermost && outermost.span.start <= span.start) {
    const reason = `invalid formatted group - missing ${1 + more.length} closing bracket(s)`
    return { reason, position: outermost.span }
  }
  const at = tokens.findIndex(token => token.span.start === span.start)
  const token = tokens[at]
  return { reason: token ? (tokenReason(token, tokens[at - 1]) ?? message) : incomplete, position: span }
}
