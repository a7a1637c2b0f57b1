import { type Token, tokenize } from '../filter/tokenize.ts'

type Part = 'name' | 'text' | 'number' | 'operator' | 'join' | 'open' | 'close' | 'other'

/** What may stand at the caret, and what already does. */
export interface Slot {
  /** The left side of a condition, the sign in its middle, its right side, or what joins it with the next. */
  kind: 'left' | 'operator' | 'right' | 'join'
  /** The token that the caret is in or behind; where there is none, both offsets are the caret's. */
  from: number
  to: number
  part: Part | undefined
  /** The token is as it has to be; a text without its closing quote, say, is not. */
  isWhole: boolean
  /** The left side of the condition, where the caret is past it. */
  left: string
  /** Whether the text compares or joins anything, and is therefore no search term. */
  isFilter: boolean
}

const parts: readonly [RegExp, Part][] = [
  [/^["']/, 'text'],
  [/^[A-Za-z_@#]/, 'name'],
  [/^-?\d/, 'number'],
  [/^[=?!<>~]/, 'operator'],
  [/^[&|]/, 'join'],
]

const partOf = ({ kind, text }: Token): Part => {
  if (kind === 'identifier') return 'name'
  if (kind === 'invalid' || kind === 'comment') return parts.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
  return kind
}

/** Where a condition stands after one more of its tokens. */
const after = (kind: Slot['kind'], part: Part): Slot['kind'] => {
  if (part === 'operator') return 'right'
  if (part === 'join' || part === 'open') return 'left'
  if (part === 'close') return 'join'
  return kind === 'right' ? 'join' : 'operator'
}

/** Whether a token is done with, so that a caret behind it asks for what comes next. */
const isClosed = ({ kind, text }: Token, part: Part): boolean => {
  if (part === 'operator' || part === 'join') return kind !== 'invalid'
  if (part === 'text') return kind === 'text'
  return text === '(' || text === ')'
}

/** Reads what may stand at an offset; undefined inside of comments. */
export const readSlot = (source: string, position: number): Slot | undefined => {
  const slot: Slot = { kind: 'left', from: position, to: position, part: undefined, isWhole: false, left: '', isFilter: false }
  const tokens = tokenize(source)
  slot.isFilter = tokens.some(token => ['operator', 'join'].includes(partOf(token)))
  for (const token of tokens) {
    const { start, end } = token.span
    if (start >= position) break
    const part = partOf(token)
    if (token.kind === 'comment') {
      if (position <= end) return undefined
      continue
    }
    const isBehind = end < position || (end === position && isClosed(token, part))
    if (!isBehind) return { ...slot, from: start, to: end, part, isWhole: token.kind !== 'invalid' }
    if (slot.kind === 'left') slot.left = token.text
    slot.kind = after(slot.kind, part)
  }
  return slot
}
