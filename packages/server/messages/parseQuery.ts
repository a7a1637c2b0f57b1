import { Rejection } from '../errors/Rejection.ts'

const decodeBytes = (text: string): string =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes text. Returns undefined for a `%` without two hexadecimal digits. Invalid UTF-8 becomes replacement characters. */
function decode(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return /%(?![0-9a-f]{2})/i.test(spaced) ? undefined : decodeBytes(spaced)
  }
}

/** Maximum number of pairs, including empty and undecodable ones. */
const maxPairs = 1000

/**
 * Parses the names and values of `a=1&b=2`, in order. Skips pairs that cannot be decoded.
 * @throws Rejection `invalid` for more than 1,000 pairs
 */
export function parsePairs(text: string): [string, string][] {
  const pairs: [string, string][] = []
  // The limit makes `split` stop early, so a text of millions of pairs costs no more than one of a thousand.
  const parts = text.split('&', maxPairs + 1)
  if (parts.length > maxPairs) {
    throw new Rejection('invalid', { message: `The request has more than ${maxPairs} parameters. Send fewer parameters.` })
  }
  for (const part of parts) {
    if (part === '' || part.includes(';')) continue
    const equals = part.indexOf('=')
    const name = decode(equals === -1 ? part : part.slice(0, equals))
    const value = equals === -1 ? '' : decode(part.slice(equals + 1))
    if (name !== undefined && value !== undefined) pairs.push([name, value])
  }
  return pairs
}

/**
 * Parses the query parameters of a request target.
 * @throws Rejection `invalid` for more than 1,000 parameters
 */
export function parseQuery(target: string): [string, string][] {
  const start = target.indexOf('?')
  return start === -1 ? [] : parsePairs(target.slice(start + 1))
}
