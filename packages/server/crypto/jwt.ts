import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject } from '@coffer/fields'

/** The claims of a token: `exp` in Unix seconds, and others depending on the kind of token. */
export type Claims = Record<string, unknown>

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

const algorithm = 'sha256'

function signatureOf(text: string, key: string): Buffer {
  return createHmac(algorithm, key).update(text).digest()
}

/** The parts of a new token. */
interface TokenParameters {
  claims: Claims
  key: string
  /** The lifetime in seconds. */
  seconds: number
}

/** Creates an HS256 token that is valid from now on. */
export function signToken({ claims, key, seconds }: TokenParameters): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })).toString('base64url')
  const signed = `${header}.${payload}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

function isHs256(head: string): boolean {
  if (head === header) return true
  const joseHeader = decode(head)
  return isObject(joseHeader) && joseHeader.alg === 'HS256'
}

function isCurrent(claims: Claims): boolean {
  const now = Date.now() / 1000
  const { exp, iat, nbf } = claims
  return (
    (exp === undefined || (typeof exp === 'number' && exp > now)) &&
    (iat === undefined || (typeof iat === 'number' && iat <= now)) &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now))
  )
}

/** Returns the token of an `Authorization` header. */
export function tokenIn(authorization: string): string {
  return authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : authorization
}

/** The unverified claims of a token, which identify the key to verify it with. */
export interface UnverifiedToken {
  claims: Claims
  /** Whether the token was signed with the given key. */
  isSignedWith: (key: string) => boolean
}

/** Decodes the claims of a token without verifying anything. A text that is not a token has none. */
export function claimsOf(token: string): Claims {
  try {
    const claims = decode(token.split('.', 2)[1] ?? '')
    return isObject(claims) ? claims : {}
  } catch {
    return {}
  }
}

/** Parses a token. Returns undefined if it is malformed, not HS256, expired or not yet valid. */
export function readToken(token: string): UnverifiedToken | undefined {
  // Only three parts are examined, even if a hostile token has many dots.
  const parts = token.split('.', 4)
  const [head = '', payload = '', mark = ''] = parts
  if (parts.length !== 3) return undefined
  try {
    const claims = decode(payload)
    if (!isHs256(head) || !isObject(claims) || !isCurrent(claims)) return undefined
    return {
      claims,
      isSignedWith: key => {
        // The texts are compared, because Node decodes several to the same bytes, and limits and caches know a token by its text.
        const expected = Buffer.from(signatureOf(`${head}.${payload}`, key).toString('base64url'))
        const given = Buffer.from(mark)
        return given.length === expected.length && timingSafeEqual(given, expected)
      },
    }
  } catch {
    return undefined
  }
}
