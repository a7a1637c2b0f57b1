import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asJsonReply } from '../../../../test/harness/asJsonReply.ts'
import type { StepResult } from '../../api/StepResult.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { jsonOf } from '../../messages/json.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ResponseCache } from './ResponseCache.ts'

const limit = 40_000
const request = (url: string) => ({ url, headers: {} })

/** Adds the response to a request that comes for the second time. */
function add(cache: ResponseCache, asked: Parameters<ResponseCache['add']>[1], reply: StepResult): void {
  for (let time = 0; time < 2; time += 1) cache.add(0, asked, reply)
}

function cachedJson(cache: ResponseCache, url: string): string | undefined {
  const cached = cache.find(0, request(url))
  return cached && jsonOf(asJsonReply(cached.reply).json)
}

const characters = ['a', 'é', '日', '😀']
const texts = fc.tuple(fc.constantFrom(...characters), fc.nat(4000)).map(([character, length]) => character.repeat(length))
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), url: fc.nat(40), json: texts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const) }) },
)

describe('ResponseCache', () => {
  test('returns responses unchanged, stays within its size limit, and is empty once all entries are invalid', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), steps => {
        const shared = versions()
        const cache = new ResponseCache(shared, limit)
        const known = new Map<string, string>()
        for (const taken of steps) {
          if (taken.kind === 'change') {
            shared.advance('settings')
            known.clear()
            continue
          }
          const [url, json] = [`/${taken.url}`, taken.json]
          const dependencies = { stamp: shared.stampOf([]), until: Number.POSITIVE_INFINITY }
          add(cache, request(url), jsonReply(json, { dependencies }))
          known.set(url, json)
          expect(cache.size).toBeLessThanOrEqual(limit)
          expect(cachedJson(cache, url)).toBe(json)
        }
        for (let url = 0; url <= 40; url += 1) {
          const found = cachedJson(cache, `/${url}`)
          if (found !== undefined) expect(found).toBe(known.get(`/${url}`))
        }
        shared.advance('settings')
        for (let url = 0; url <= 40; url += 1) expect(cache.find(0, request(`/${url}`))).toBeUndefined()
        expect(cache.size).toBe(0)
      }),
    )
  })

  test('a full cache takes a response once its request repeats, while it would still have held the first one', () => {
    const shared = versions()
    const cache = new ResponseCache(shared, limit)
    const dependencies = { stamp: shared.stampOf([]) }
    /** Returns whether the response came from the cache. */
    const ask = (url: string): boolean => {
      if (cache.find(0, request(url))) return true
      cache.add(0, request(url), jsonReply('a'.repeat(9000), { dependencies }))
      return false
    }
    const held = ['/a', '/b', '/c', '/d']
    expect([...held, ...held].map(ask)).toEqual([false, false, false, false, true, true, true, true])
    const many = Array.from({ length: 20 }, (_, number) => `/${number}`)
    expect([...many, ...many, ...many].filter(ask)).toEqual([])
    expect(held.map(ask)).toEqual([true, true, true, true])
    expect(['/new', '/new', '/new'].map(ask)).toEqual([false, false, true])
    // It has taken the place of the one that was used least recently.
    expect(held.map(ask)).toEqual([false, true, true, true])
  })

  test('a full cache takes a response again at the first request after a change', () => {
    const shared = versions()
    const cache = new ResponseCache(shared, limit)
    const reply = (json: string) => jsonReply(json, { dependencies: { stamp: shared.stampOf([]) } })
    for (const url of ['/a', '/b', '/c']) cache.add(0, request(url), reply('a'.repeat(12_000)))
    shared.advance('settings')
    expect(cachedJson(cache, '/a')).toBeUndefined()
    cache.add(0, request('/new'), reply('a'.repeat(12_000)))
    cache.add(0, request('/a'), reply('{}'))
    expect(cachedJson(cache, '/a')).toBe('{}')
  })

  test('returns a response only to requests in its dialect', () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const requestIn = (dialect: 'v022' | 'today') => ({ ...request('/a'), dialect })
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, requestIn('today'), jsonReply('of today', { dependencies }))
    expect(cache.find(0, requestIn('v022'))).toBeUndefined()
    add(cache, requestIn('v022'), jsonReply('of 0.22', { dependencies }))
    const found = (['today', 'v022'] as const).map(dialect => {
      const cached = cache.find(0, requestIn(dialect))
      return cached && jsonOf(asJsonReply(cached.reply).json)
    })
    expect(found).toEqual(['of today', 'of 0.22'])
  })

  test('encodes a response at its first use only, and counts its bytes', () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, request('/a'), jsonReply('a'.repeat(30_000), { dependencies }))
    const ofAscii = cache.size
    add(cache, request('/b'), jsonReply('日'.repeat(30_000), { dependencies }))
    expect(cache.size - ofAscii).toBe(ofAscii + 60_000)
    const before = cache.size
    const [first, second] = [1, 2].map(() => cache.find(0, request('/b'))?.reply)
    expect(first).toMatchObject({ kind: 'json', json: Uint8Array.from(Buffer.from('日'.repeat(30_000))) })
    expect(second).toBe(first)
    expect(cache.size).toBe(before)
  })

  test('counts two bytes for each character of a text that V8 stores in this way, until it is encoded', () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, request('/a'), jsonReply('a'.repeat(30_000), { dependencies }))
    const ofAscii = cache.size
    add(cache, request('/b'), jsonReply(`日${'a'.repeat(29_999)}`, { dependencies }))
    expect(cache.size - ofAscii).toBe(ofAscii + 30_000)
    cache.find(0, request('/b'))
    expect(cache.size - ofAscii).toBe(ofAscii + 2)
  })

  test('does not cache a response of more than 256 KB, whatever its number of characters', () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, request('/a'), jsonReply('日'.repeat(90_000), { dependencies }))
    add(cache, request('/b'), jsonReply('日'.repeat(85_000), { dependencies }))
    expect(cache.find(0, request('/a'))).toBeUndefined()
    expect(cache.find(0, request('/b'))).toBeDefined()
  })

  test('compresses a response once, also for requests that arrive in the meantime, and counts the compressed bytes', async () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, request('/a'), jsonReply(`["${'a'.repeat(3000)}"]`, { dependencies }))
    const before = cache.size
    const compressed = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    let calls = 0
    const compress = () => {
      calls += 1
      return compressed.promise
    }
    const first = cache.find(0, request('/a'))?.compressOnce(compress)
    const second = cache.find(0, request('/a'))?.compressOnce(compress)
    const bytes = new Uint8Array(500)
    compressed.resolve(bytes)
    expect(await Promise.all([first, second])).toEqual([bytes, bytes])
    expect(await cache.find(0, request('/a'))?.compressOnce(compress)).toBe(bytes)
    expect(calls).toBe(1)
    expect(cache.size).toBe(before + 500)
  })

  test('compresses a response again after a failed attempt', async () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    add(cache, request('/a'), jsonReply(`["${'a'.repeat(3000)}"]`, { dependencies: { stamp: shared.stampOf([]) } }))
    const fail = () => Promise.reject(new Error('There is no memory.'))
    await expect(cache.find(0, request('/a'))?.compressOnce(fail)).rejects.toThrow('no memory')
    expect(await cache.find(0, request('/a'))?.compressOnce(async () => new Uint8Array(7))).toHaveLength(7)
  })

  test('discards the compressed body of a response that has been replaced in the meantime', async () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    add(cache, request('/a'), jsonReply('"old"', { dependencies }))
    const compressed = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const old = cache.find(0, request('/a'))?.compressOnce(() => compressed.promise)
    add(cache, request('/a'), jsonReply('"new"', { dependencies }))
    const before = cache.size
    compressed.resolve(new Uint8Array(500))
    await old
    expect(cachedJson(cache, '/a')).toBe('"new"')
    expect(cache.size).toBe(before)
    expect(await cache.find(0, request('/a'))?.compressOnce(async () => new Uint8Array(7))).toHaveLength(7)
  })
})
