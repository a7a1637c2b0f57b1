import { Rejection } from '../../errors/Rejection.ts'

const [quote, comma, openBrace, openBracket, closeBrace, closeBracket] = Array.from('",{[}]', sign => sign.charCodeAt(0))
const backslash = '\\'.charCodeAt(0)

/** Returns the position of the closing quote of the JSON string that opens at `start`; the text's length if there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}

/** Matches numbers with many digits or a large exponent. Only these can be too large, so other JSON is not scanned. */
const mayOverflow = /[eE]\+?\d{3}|(?:^|\D)\d{200}/

function holdsInfinity(root: unknown): boolean {
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
/** Maximum number of keys of a body. V8 takes a second to build and send an object with 400,000 different keys. */
const maxKeys = 25_000

/**
 * Checks the limits by scanning the text, which is several times faster than building its values.
 * @throws Rejection if the JSON exceeds a limit
 */
function assertLimits(text: string, limitsKeys: boolean): void {
  if (text.length <= maxDepth) return
  let depth = 0
  let values = 1
  let outerValues = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) {
      values += 1
      if (depth === 1) outerValues += 1
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      values += 1
      if (depth > maxDepth)
        throw new Rejection('invalid', { message: `JSON may be nested ${maxDepth} levels deep. Send a flatter structure.` })
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  if (values > maxValues) throw new Rejection('invalid', { message: `JSON may hold ${maxValues} values. Send fewer at once.` })
  if (limitsKeys && outerValues > maxKeys && text.trimStart().startsWith('{')) {
    throw new Rejection('invalid', { message: `An object may have ${maxKeys} keys. Send fewer at once.` })
  }
}

/** Removes the quoted source from V8's error message, keeping the position: bodies contain passwords and errors are logged. */
function withoutQuote(error: unknown): SyntaxError {
  const position = / at position \d+/.exec(String(error))?.[0] ?? ''
  return new SyntaxError(`This is no valid JSON${position}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw withoutQuote(error)
  }
}

/**
 * Parses JSON.
 * @param limitsKeys whether the keys of the outermost object are limited, as they are in a body
 * @throws SyntaxError for invalid JSON, and for a number that is too large for a float
 * @throws Rejection for more than 10,000 levels, 500,000 values or 25,000 keys
 */
export function parseJson(text: string, limitsKeys = true): unknown {
  assertLimits(text, limitsKeys)
  const value = parse(text)
  if (mayOverflow.test(text) && holdsInfinity(value)) throw new SyntaxError('A number is too large.')
  return value
}
