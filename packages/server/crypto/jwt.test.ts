import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readToken, signToken } from './jwt.ts'

const key = 'k'.repeat(80)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function made(header: unknown, claims: unknown, secret = key) {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const hs256 = { alg: 'HS256', typ: 'JWT' }
/** Returns the letter of base64url after the given one. */
const nextLetter = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1)
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('tokens', () => {
  test('a token is parsed back to its claims', () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = readToken(signToken({ claims: { id: 'a', type: 'admin' }, key, seconds: 60 }))
    expect(token?.claims).toEqual({ id: 'a', type: 'admin', exp: inSeconds(60) })
    expect(token?.isSignedWith(key)).toBe(true)
    expect(token?.isSignedWith(`${key}x`)).toBe(false)
  })

  test('a token has the signature that node:crypto computes, for keys of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ unit: 'grapheme' }), (secret, id) => {
        const [header, payload, signature] = signToken({ claims: { id }, key: secret, seconds: 60 }).split('.')
        expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'))
      }),
    )
  })

  test('a payload of other characters with the same low bytes, which Node decodes alike, does not match the signature', () => {
    const [header, payload = '', signature] = signToken({ claims: { id: 'a' }, key, seconds: 60 }).split('.')
    const lookalike = Array.from(payload, letter => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join('')
    const token = readToken(`${header}.${lookalike}.${signature}`)
    expect(token?.claims.id).toBe('a')
    expect(token?.isSignedWith(key)).toBe(false)
  })

  test.each<[what: string, other: (signature: string) => string]>([
    ['with another character at its end', signature => `${signature}!`],
    ['with padding', signature => `${signature}=`],
    ['with a space', signature => `${signature.slice(0, 9)} ${signature.slice(9)}`],
    ['in the alphabet of base64', signature => signature.replaceAll('-', '+').replaceAll('_', '/')],
    [
      'with another last letter, which differs in unused bits',
      signature => signature.slice(0, -1) + nextLetter(signature.slice(-1)),
    ],
  ])('a signature %s is invalid, although Node decodes it to the same bytes', (_, other) => {
    const tokens = Array.from({ length: 50 }, (_, id) => signToken({ claims: { id: String(id) }, key, seconds: 60 }))
    // The alphabets of base64 differ in two letters.
    const token = tokens.find(each => /[-_]/.test(each.split('.')[2] ?? '')) ?? ''
    const [header, payload, signature = ''] = token.split('.')
    const changed = other(signature)
    expect(changed).not.toBe(signature)
    expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    expect(readToken(`${header}.${payload}.${changed}`)?.isSignedWith(key)).toBe(false)
    expect(readToken(token)?.isSignedWith(key)).toBe(true)
  })

  test.each([
    ['without typ', made({ alg: 'HS256' }, { id: 'a' })],
    ['without exp', made(hs256, { id: 'a' })],
    ['issued now', made(hs256, { id: 'a', iat: inSeconds(-1), nbf: inSeconds(-1), exp: inSeconds(60) })],
  ])('a token %s is valid', (_, token) => {
    expect(readToken(token)?.isSignedWith(key)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['words', 'not a token'],
    ['two parts', 'a.b'],
    ['four parts', `${made(hs256, {})}.x`],
    ['many dots', '.'.repeat(1_000_000)],
    ['alg none', made({ alg: 'none' }, { id: 'a' })],
    ['alg RS256', made({ alg: 'RS256' }, { id: 'a' })],
    ['an expired token', made(hs256, { exp: inSeconds(-1) })],
    ['a token of the future', made(hs256, { nbf: inSeconds(60) })],
    ['an expiry that is not a number', made(hs256, { exp: 'never' })],
    ['claims that are a list', made(hs256, [])],
    ['claims that are not JSON', `${part(hs256)}.${Buffer.from('{').toString('base64url')}.x`],
  ])('rejects as a token: %s', (_, token) => {
    expect(readToken(token)).toBeUndefined()
  })

  test('a modified payload does not match its signature', () => {
    const [header, , signature] = signToken({ claims: { id: 'a' }, key, seconds: 60 }).split('.')
    expect(readToken(`${header}.${part({ id: 'b' })}.${signature}`)?.isSignedWith(key)).toBe(false)
  })
})
