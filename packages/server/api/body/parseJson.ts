import { endOfString } from './endOfString.ts'

/** Only a number with many digits or a large exponent can be too large; anything else need not be walked through. */
const mayOverflow = /[eE]\+?\d{3}|(?:^|\D)\d{200}/

const holdsInfinity = (root: unknown): boolean => {
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'number' && !Number.isFinite(value)) return true
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) pending.push(part)
  }
  return false
}

/** As deep as 0.22 servers read. Of millions of levels V8 takes seconds to make values, which hold up the one thread that writes. */
const deepest = 10_000

const isTooDeep = (text: string): boolean => {
  if (text.length <= deepest) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/** V8 quotes the place where JSON is broken. Bodies hold passwords and errors are logged, so only the position is told. */
const withoutQuote = (error: unknown): SyntaxError => {
  const place = / at position \d+/.exec(String(error))?.[0] ?? ''
  return new SyntaxError(`This is no valid JSON${place}.`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw withoutQuote(error)
  }
}

/**
 * Reads JSON.
 * @throws SyntaxError for anything else, for what is nested more than 10,000 levels deep, and for a number that is too large for a float
 */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text)) throw new SyntaxError('The JSON is nested too deeply.')
  const value = parse(text)
  if (mayOverflow.test(text) && holdsInfinity(value)) throw new SyntaxError('A number is too large.')
  return value
}
