import { badRequest } from '../../errors/ApiError.ts'

const [quote, comma, openBrace, openBracket, closeBrace, closeBracket] = Array.from('",{[}]', sign => sign.charCodeAt(0))
const backslash = '\\'.charCodeAt(0)

/** Returns the position of the closing quote of the JSON string that opens at `start`; the text's length if there is none. */
export const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}

/** Matches numbers with many digits or a large exponent. Only these can be too large, so other JSON is not scanned. */
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

/** Maximum nesting depth, as in PocketBase 0.22. V8 takes seconds to build values with millions of levels. */
const maxDepth = 10_000
/** Maximum number of values. V8 takes 100 ms to build a million empty objects, and seconds for those of a 32 MB body. */
const maxValues = 500_000

/**
 * Checks the limits by scanning the text, which is several times faster than building its values.
 * @throws ApiError 400 if the JSON exceeds a limit
 */
const assertLimits = (text: string): void => {
  if (text.length <= maxDepth) return
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values += 1
    else if (code === openBrace || code === openBracket) {
      depth += 1
      values += 1
      if (depth > maxDepth) throw badRequest(`JSON may be nested ${maxDepth} levels deep. Send a flatter structure.`)
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  if (values > maxValues) throw badRequest(`JSON may hold ${maxValues} values. Send fewer at once.`)
}

/** Removes the quoted source from V8's error message, keeping the position: bodies contain passwords and errors are logged. */
const withoutQuote = (error: unknown): SyntaxError => {
  const position = / at position \d+/.exec(String(error))?.[0] ?? ''
  return new SyntaxError(`This is no valid JSON${position}.`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw withoutQuote(error)
  }
}

/**
 * Parses JSON.
 * @throws SyntaxError for invalid JSON, and for a number that is too large for a float
 * @throws ApiError 400 for more than 10,000 levels or 500,000 values
 */
export const parseJson = (text: string): unknown => {
  assertLimits(text)
  const value = parse(text)
  if (mayOverflow.test(text) && holdsInfinity(value)) throw new SyntaxError('A number is too large.')
  return value
}
