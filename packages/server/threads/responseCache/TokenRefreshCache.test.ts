import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Versions, versions } from '../../cache/versions.ts'
import { signToken, type TokenOrder } from '../../crypto/jwt.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import { TokenRefreshCache } from './TokenRefreshCache.ts'

const orderOf = (id: string, key = 'k'.repeat(40)): TokenOrder => ({
  claims: { id, type: 'authRecord', collectionId: 'users' },
  key,
  seconds: 60,
})

const questionOf = (token: string, url = '/refresh') => ({ url, headers: { authorization: token } })

let shared: Versions
let kept: TokenRefreshCache
beforeEach(() => {
  shared = versions()
  kept = new TokenRefreshCache(shared)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Has a reply kept as one to the account with this token. */
const keep = (order: TokenOrder, json = (token: string) => `{"record":{},"token":"${token}"}\n`): string => {
  const token = signToken(order)
  const dependencies = { stamp: shared.stampOf(['users']), until: 0, renewal: { order, token } }
  const reply: ApiReply = { status: 200, json: json(token), auth: 'authRecord', dependencies }
  kept.keep(0, questionOf(token), reply)
  return token
}

const tokenIn = (reply: ApiReply | undefined): unknown => reply && JSON.parse(String(reply.json)).token

describe('a renewal that is kept', () => {
  test('gives whoever shows a good token of the account a new one', () => {
    const first = keep(orderOf('a'))
    const other = signToken({ ...orderOf('a'), seconds: 30 })
    for (const token of [first, other, other, `Bearer ${first}`]) {
      const reply = kept.find(0, questionOf(token))
      expect(reply).toMatchObject({ status: 200, auth: 'authRecord' })
      expect(reply).not.toHaveProperty('dependencies')
      expect(kept.find(0, questionOf(String(tokenIn(reply))))).toBeDefined()
    }
  })

  test('is given to nobody else', () => {
    const token = keep(orderOf('a'))
    const bad = {
      'of another account': signToken(orderOf('b')),
      'with another key': signToken(orderOf('a', 'x'.repeat(40))),
      'that has ended': signToken({ ...orderOf('a'), seconds: -1 }),
      'cut off': token.slice(0, -3),
      'without a signature': token.slice(0, token.lastIndexOf('.') + 1),
    }
    for (const [what, shown] of Object.entries(bad)) expect(kept.find(0, questionOf(shown)), what).toBeUndefined()
    expect(kept.find(0, { url: '/refresh', headers: {} })).toBeUndefined()
    expect(kept.find(0, questionOf(token, '/refresh?expand=team'))).toBeUndefined()
    expect(kept.find(1, questionOf(token))).toBeUndefined()
  })

  test('ends with any change of what it stands on, and a token that was known with its key', () => {
    const token = keep(orderOf('a'))
    expect(kept.find(0, questionOf(token))).toBeDefined()
    shared.advanceRecords(['users'])
    expect(kept.find(0, questionOf(token))).toBeUndefined()
    keep(orderOf('a', 'n'.repeat(40)))
    expect(kept.find(0, questionOf(token))).toBeUndefined()
  })

  test('ends for a token with the time of that token', () => {
    vi.useFakeTimers()
    const token = keep(orderOf('a'))
    expect(kept.find(0, questionOf(token))).toBeDefined()
    vi.advanceTimersByTime(61_000)
    expect(kept.find(0, questionOf(token))).toBeUndefined()
  })

  test.each<[string, (token: string) => string]>([
    ['does not show its token', () => '{"record":{}}\n'],
    ['shows it twice', token => `{"token":"${token}","again":"${token}"}\n`],
  ])('is none when the reply %s', (_, json) => {
    expect(kept.find(0, questionOf(keep(orderOf('a'), json)))).toBeUndefined()
  })
})
