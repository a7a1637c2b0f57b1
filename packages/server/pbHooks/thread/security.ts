import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { security as shared } from '../../migrations/scriptModules.ts'
import type { Plain } from '../../pb/Host.ts'
import { GoError } from './errors.ts'

const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Returns the claims of a token that has not expired, without checking who has signed it. */
export function claimsOf(token: string): Plain {
  const parts = String(token).split('.')
  if (parts.length !== 3) throw new GoError('token contains an invalid number of segments')
  let claims: Plain
  try {
    claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
  } catch {
    throw new GoError('token is malformed')
  }
  if (typeof claims.exp === 'number' && claims.exp < Date.now() / 1000) throw new GoError('Token is expired')
  return claims
}

/** Returns the claims of a token that a key has signed. */
export function verifyToken(token: string, key: string): Plain {
  const [head = '', body = '', signature = ''] = String(token).split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(`${head}.${body}`, key))]
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  if (String(token).split('.').length === 3 && !isSigned) throw new GoError('signature is invalid')
  return claimsOf(token)
}

type Cipher = 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'

const ciphers: Readonly<globalThis.Record<number, Cipher>> = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' }

/** Returns the cipher for the length of a key. */
function cipherOf(key: string): Cipher {
  const bytes = Buffer.byteLength(key)
  const cipher = ciphers[bytes]
  if (cipher === undefined) throw new GoError(`crypto/aes: invalid key size ${bytes}`)
  return cipher
}

function encrypt(text: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(cipherOf(key), key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(sealed: string, key: string): string {
  const at = /[^A-Za-z0-9+/=]/.exec(sealed)?.index
  if (at !== undefined) throw new GoError(`illegal base64 data at input byte ${at}`)
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < 28) throw new GoError('The encrypted text is too short.')
  const decipher = createDecipheriv(cipherOf(key), key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  } catch {
    throw new GoError('cipher: message authentication failed')
  }
}

/**
 * Compares texts in constant time, because one of them can be a secret. A missing value equals nothing: a secret from an environment
 * variable that scripts cannot read would otherwise equal an empty header.
 */
function equal(one: unknown, other: unknown): boolean {
  if (one === undefined || one === null || other === undefined || other === null) return false
  const [first, second] = [Buffer.from(String(one)), Buffer.from(String(other))]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** `$security` of 0.22. */
export const security = {
  ...shared,
  randomString: (length = 0) => shared.randomString(length),
  equal,
  createJWT: (claims: Plain, key: string, seconds: number): string => {
    const body = { exp: Math.floor(Date.now() / 1000) + seconds, ...claims }
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(body)}`
    return `${signed}.${sign(signed, key)}`
  },
  parseJWT: verifyToken,
  parseUnverifiedJWT: claimsOf,
  encrypt,
  decrypt,
}
