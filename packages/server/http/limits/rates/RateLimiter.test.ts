import { expect, test } from 'vitest'
import type { RequestHead } from '../../../messages/ApiRequest.ts'
import { RateLimiter } from './RateLimiter.ts'

const head = (authorization?: string): RequestHead => ({
  method: 'POST',
  url: '/api/batch',
  params: {},
  headers: authorization === undefined ? {} : { authorization },
  remoteIp: '192.0.2.1',
})

/** Opens a limiter with one limit for the creation of posts, and notes the collections whose names it asks for. */
function openLimiter(audience: '' | '@guest' | '@auth') {
  const asked: string[] = []
  const rules = [{ label: 'posts:create', audience, duration: 60, maxRequests: 1 }]
  const limiter = new RateLimiter({
    limits: () => ({ enabled: true, excludedIPs: [], rules }),
    isTrustedProxy: () => false,
    nameOf: async idOrName => {
      asked.push(idOrName)
      return 'posts'
    },
  })
  return { limiter, asked }
}

const route = 'POST /collections/:collection/records'

test('the limiter asks for the name of a collection only if a request does not have it', async () => {
  const { limiter, asked } = openLimiter('')
  expect(await limiter.take(head(), { method: 'POST', route, collectionName: 'posts' })).toBe(0)
  expect(await limiter.take(head(), { method: 'POST', route, collectionName: 'tags' })).toBe(0)
  expect(await limiter.take(head(), { method: 'POST', route, collectionName: 'posts' })).toBeGreaterThan(0)
  expect(asked).toEqual([])
  expect(await limiter.take(head(), { method: 'POST', route, collection: 'POSTS' })).toBeGreaterThan(0)
  expect(asked).toEqual(['POSTS'])
})

test('a token is known to the limiter with and without "Bearer"', async () => {
  const { limiter } = openLimiter('@auth')
  limiter.learn('Bearer the-token', { kind: 'authRecord', collection: 'users' })
  const take = (authorization: string) => limiter.take(head(authorization), { method: 'POST', route, collectionName: 'posts' })
  expect([await take('the-token'), await take('Bearer the-token'), await take('another')]).toEqual([0, expect.any(Number), 0])
  expect(await take('Bearer the-token')).toBeGreaterThan(0)
})
