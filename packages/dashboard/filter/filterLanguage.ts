import { type Token, tokenize } from '@coffer/schema'
import { type CodeToken, tokenHighlighting } from '@coffer/ui/tokenHighlighting'

const words = /^(?:true|false|null)$/i

/** Returns the kind to highlight a token as. Guesses the kind of an incomplete token, so that its color does not flicker. */
function kindOf({ kind, text }: Token): CodeToken['kind'] | undefined {
  if (kind === 'open' || kind === 'close' || kind === 'comma') return undefined
  if (kind === 'identifier') return text.startsWith('@') ? 'special' : words.test(text) ? 'word' : 'name'
  if (kind !== 'invalid') return kind
  if (/^["']/.test(text)) return 'text'
  if (text.startsWith('@')) return 'special'
  if (/^[=?!<>~]/.test(text)) return 'operator'
  return /^\w/.test(text) ? 'name' : 'invalid'
}

function tokensOf(text: string): CodeToken[] {
  return tokenize(text).flatMap(token => {
    const kind = kindOf(token)
    return kind === undefined ? [] : { from: token.span.start, to: token.span.end, kind }
  })
}

/** Editor language of filters and rules. */
export const filterLanguage = tokenHighlighting(tokensOf, ['(', '"', "'"])
