import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Versions, versions } from '../../cache/versions.ts'
import { signToken, type TokenParameters } from '../../crypto/jwt.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import { TokenRefreshCache } from './TokenRefreshCache.ts'

const parametersOf = (id: string, key = 'k'.repeat(40)): TokenParameters => ({
  claims: { id, type: 'authRecord', collectionId: 'users' },
  key,
  seconds: 60,
})

const requestOf = (token: string, url = '/refresh') => ({ url, headers: { authorization: token } })

let shared: Versions
let cache: TokenRefreshCache
beforeEach(() => {
  shared = versions()
  cache = new TokenRefreshCache(shared)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Caches a response to a request with a new token of an auth record. Returns that token. */
const add = (parameters: TokenParameters, json = (token: string) => `{"record":{},"token":"${token}"}\n`): string => {
  const token = signToken(parameters)
  const dependencies = { stamp: shared.stampOf(['users']), until: 0 }
  const refreshedToken = { parameters, token }
  cache.add(0, requestOf(token), jsonReply(json(token), { auth: 'authRecord', refreshedToken, dependencies }))
  return token
}

const tokenIn = (reply: JsonReply | undefined): unknown => reply && JSON.parse(String(reply.json)).token

describe('TokenRefreshCache', () => {
  test('returns a response with a new token for every valid token of the auth record', () => {
    const first = add(parametersOf('a'))
    const other = signToken({ ...parametersOf('a'), seconds: 30 })
    for (const token of [first, other, other, `Bearer ${first}`]) {
      const reply = cache.find(0, requestOf(token))
      expect(reply).toMatchObject({ status: 200, auth: 'authRecord' })
      expect(reply).not.toHaveProperty('dependencies')
      expect(reply).not.toHaveProperty('refreshedToken')
      expect(cache.find(0, requestOf(String(tokenIn(reply))))).toBeDefined()
    }
  })

  test('returns nothing for an invalid token, another auth record, another URL or another endpoint', () => {
    const token = add(parametersOf('a'))
    const bad = {
      'of another auth record': signToken(parametersOf('b')),
      'with another key': signToken(parametersOf('a', 'x'.repeat(40))),
      expired: signToken({ ...parametersOf('a'), seconds: -1 }),
      truncated: token.slice(0, -3),
      'without a signature': token.slice(0, token.lastIndexOf('.') + 1),
    }
    for (const [what, shown] of Object.entries(bad)) expect(cache.find(0, requestOf(shown)), what).toBeUndefined()
    expect(cache.find(0, { url: '/refresh', headers: {} })).toBeUndefined()
    expect(cache.find(0, requestOf(token, '/refresh?expand=team'))).toBeUndefined()
    expect(cache.find(1, requestOf(token))).toBeUndefined()
  })

  test('a change to a dependency invalidates a response, and a change of the token key invalidates verified tokens', () => {
    const token = add(parametersOf('a'))
    expect(cache.find(0, requestOf(token))).toBeDefined()
    shared.advanceRecords(['users'])
    expect(cache.find(0, requestOf(token))).toBeUndefined()
    add(parametersOf('a', 'n'.repeat(40)))
    expect(cache.find(0, requestOf(token))).toBeUndefined()
  })

  test('returns nothing for a verified token after it expires', () => {
    vi.useFakeTimers()
    const token = add(parametersOf('a'))
    expect(cache.find(0, requestOf(token))).toBeDefined()
    vi.advanceTimersByTime(61_000)
    expect(cache.find(0, requestOf(token))).toBeUndefined()
  })

  test.each<[string, (token: string) => string]>([
    ['does not contain its token', () => '{"record":{}}\n'],
    ['contains its token twice', token => `{"token":"${token}","again":"${token}"}\n`],
  ])('does not cache a response that %s', (_, json) => {
    expect(cache.find(0, requestOf(add(parametersOf('a'), json)))).toBeUndefined()
  })
})
