import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { VersionedCache } from './VersionedCache.ts'
import { versions } from './versions.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A cache of texts. */
function createTexts(maxBytes = 10_000) {
  const shared = versions()
  return { shared, cache: new VersionedCache<string>({ versions: shared, maxBytes, sizeOf: text => text.length }) }
}

const collectionIds = ['posts', 'authors', 'tags']
const keys = fc.constantFrom('a', 'b', 'c', 'd')
const step = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), id: fc.constantFrom(...collectionIds) }),
  fc.record({ kind: fc.constant('changeSchema' as const) }),
  fc.record({ kind: fc.constant('track' as const), key: keys, ids: fc.subarray(collectionIds), all: fc.boolean() }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('store' as const) }),
  fc.record({ kind: fc.constant('get' as const), key: keys }),
)

describe('VersionedCache', () => {
  test('never returns a value whose dependencies have changed since it was read', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), steps => {
        const { shared, cache } = createTexts()
        const state: Record<string, number> = { schema: 0, posts: 0, authors: 0, tags: 0 }
        const read = (ids: readonly string[]) => ['schema', ...ids].map(id => `${id} ${state[id]}`).join()
        const reading: { key: string; ids: readonly string[]; value?: string; store: (key: string, value: string) => void }[] = []
        const idsOf = new Map<string, readonly string[]>()
        for (const taken of steps) {
          if (taken.kind === 'change') {
            state[taken.id] = (state[taken.id] ?? 0) + 1
            shared.advanceRecords([taken.id])
          } else if (taken.kind === 'changeSchema') {
            state.schema = (state.schema ?? 0) + 1
            shared.advance('collections')
          } else if (taken.kind === 'track') {
            const ids = taken.all ? collectionIds : taken.ids
            reading.push({ key: taken.key, ids, store: cache.track(taken.all ? 'all' : ids) })
          } else if (taken.kind === 'read') {
            for (const each of reading) each.value ??= read(each.ids)
          } else if (taken.kind === 'store') {
            const { key, ids, value, store } = reading.shift() ?? {}
            if (!key || !ids || value === undefined) continue
            store?.(key, value)
            idsOf.set(key, ids)
          } else {
            const found = cache.get(taken.key)
            if (found !== undefined) expect(found).toBe(read(idsOf.get(taken.key) ?? []))
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('returns a value until a dependency changes, and not because of other changes', () => {
    const { shared, cache } = createTexts()
    cache.track(['posts'])('key', 'value')
    shared.advanceRecords(['authors'])
    expect(cache.get('key')).toBe('value')
    shared.advanceRecords(['posts'])
    expect(cache.get('key')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  test.each<['collections' | 'settings']>([['collections'], ['settings']])('a change of the %s invalidates every value', kind => {
    const { shared, cache } = createTexts()
    cache.track([])('key', 'value')
    shared.advance(kind)
    expect(cache.get('key')).toBeUndefined()
  })

  test('returns a value until it expires', () => {
    vi.useFakeTimers()
    const { cache } = createTexts()
    cache.track([], Date.now() + 1000)('key', 'value')
    vi.advanceTimersByTime(999)
    expect(cache.get('key')).toBe('value')
    vi.advanceTimersByTime(1)
    expect(cache.get('key')).toBeUndefined()
  })

  test('evicts the least recently used values beyond its maximum size', () => {
    const { cache } = createTexts(4000)
    const store = cache.track([])
    for (const key of ['a', 'b', 'c']) store(key, key.repeat(1000))
    expect(cache.get('a')).toBeDefined()
    store('d', 'd'.repeat(1000))
    expect(['a', 'b', 'c', 'd'].filter(key => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
    expect(cache.bytes).toBeLessThanOrEqual(4000)
  })

  test('a value larger than the cache is not cached and removes the previous value of its key', () => {
    const { cache } = createTexts(4000)
    const store = cache.track([])
    store('a', 'small')
    store('b', 'small')
    store('a', 'a'.repeat(5000))
    expect(cache.get('a')).toBeUndefined()
    expect(cache.get('b')).toBe('small')
  })
})
