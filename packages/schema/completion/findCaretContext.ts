import { type Token, tokenize } from '../filter/tokenize.ts'

type Part = 'name' | 'text' | 'number' | 'operator' | 'join' | 'open' | 'close' | 'other'

/** The part of a condition at the caret. */
export interface CaretContext {
  /** The left operand, the operator, the right operand, or the connective that joins two conditions. */
  kind: 'left' | 'operator' | 'right' | 'join'
  /** The range of the token that contains or precedes the caret; empty at the caret if there is no token. */
  from: number
  to: number
  part: Part | undefined
  /** Whether the token is valid. Text without its closing quote, for example, is not. */
  isWhole: boolean
  /** The left operand, if the caret is behind it. */
  left: string
  /** Whether the text contains an operator or connective, so that it is not a search term. */
  isFilter: boolean
}

const parts: readonly [RegExp, Part][] = [
  [/^["']/, 'text'],
  [/^[A-Za-z_@#]/, 'name'],
  [/^-?\d/, 'number'],
  [/^[=?!<>~]/, 'operator'],
  [/^[&|]/, 'join'],
]

function partOf({ kind, text }: Token): Part {
  if (kind === 'identifier') return 'name'
  if (kind === 'comma') return 'other'
  if (kind === 'invalid' || kind === 'comment') return parts.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
  return kind
}

/** Returns the part of a condition that follows a token. */
function after(kind: CaretContext['kind'], part: Part): CaretContext['kind'] {
  if (part === 'operator') return 'right'
  if (part === 'join' || part === 'open') return 'left'
  if (part === 'close') return 'join'
  return kind === 'right' ? 'join' : 'operator'
}

/** Whether a token is complete, so that a caret behind it is at the next part. */
function isClosed({ kind, text }: Token, part: Part): boolean {
  if (part === 'operator' || part === 'join') return kind !== 'invalid'
  if (part === 'text') return kind === 'text'
  return text === '(' || text === ')'
}

/** Finds the part of a condition at an offset; undefined inside comments. */
export function findCaretContext(source: string, position: number): CaretContext | undefined {
  const caret: CaretContext = {
    kind: 'left',
    from: position,
    to: position,
    part: undefined,
    isWhole: false,
    left: '',
    isFilter: false,
  }
  const tokens = tokenize(source)
  caret.isFilter = tokens.some(token => ['operator', 'join'].includes(partOf(token)))
  for (const token of tokens) {
    const { start, end } = token.span
    if (start >= position) break
    const part = partOf(token)
    if (token.kind === 'comment') {
      if (position <= end) return undefined
      continue
    }
    const isBehind = end < position || (end === position && isClosed(token, part))
    if (!isBehind) return { ...caret, from: start, to: end, part, isWhole: token.kind !== 'invalid' }
    if (caret.kind === 'left') caret.left = token.text
    caret.kind = after(caret.kind, part)
  }
  return caret
}
