import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asJsonReply } from '../../../../test/harness/asJsonReply.ts'
import { versions } from '../../cache/versions.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { jsonOf } from '../../messages/json.ts'
import { ResponseCache } from './ResponseCache.ts'

const limit = 40_000
const request = (url: string) => ({ url, headers: {} })
const cachedJson = (cache: ResponseCache, url: string): string | undefined => {
  const cached = cache.find(0, request(url))
  return cached && jsonOf(asJsonReply(cached.reply).json)
}

const texts = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(100 * (index + 1)))

const parts = fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 5 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), url: fc.nat(40), parts }) },
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
          const [url, json] = [`/${taken.url}`, taken.parts]
          const dependencies = { stamp: shared.stampOf([]), until: Number.POSITIVE_INFINITY }
          cache.add(0, request(url), jsonReply(json, { dependencies }))
          known.set(url, json.join(''))
          expect(cache.size).toBeLessThanOrEqual(limit)
          expect(cachedJson(cache, url)).toBe(json.join(''))
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

  test('stores a text that many responses contain only once', () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]), until: Number.POSITIVE_INFINITY }
    const team = 't'.repeat(8000)
    for (let id = 0; id < 1000; id += 1) {
      cache.add(0, request(`/${id}`), jsonReply([`{"id":"${id}","expand":{"team":`, team, '}}'], { dependencies }))
    }
    expect(cache.size).toBeLessThan(1_000_000)
  })

  test('compresses a response once, also for requests that arrive in the meantime, and counts the compressed bytes', async () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    cache.add(0, request('/a'), jsonReply(['[', 'a'.repeat(3000), ']'], { dependencies }))
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

  test('discards the compressed body of a response that has been replaced in the meantime', async () => {
    const shared = versions()
    const cache = new ResponseCache(shared)
    const dependencies = { stamp: shared.stampOf([]) }
    cache.add(0, request('/a'), jsonReply('"old"', { dependencies }))
    const compressed = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const old = cache.find(0, request('/a'))?.compressOnce(() => compressed.promise)
    cache.add(0, request('/a'), jsonReply('"new"', { dependencies }))
    const before = cache.size
    compressed.resolve(new Uint8Array(500))
    await old
    expect(cachedJson(cache, '/a')).toBe('"new"')
    expect(cache.size).toBe(before)
    expect(await cache.find(0, request('/a'))?.compressOnce(async () => new Uint8Array(7))).toHaveLength(7)
  })
})
