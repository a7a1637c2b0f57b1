import { expect, test } from 'vitest'
import { createLruCache } from './createLruCache.ts'

test('beyond its maximum, the cache evicts the least recently used entry', () => {
  const cache = createLruCache<number>(3)
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value)
  cache.get('a')
  cache.set('d', 3)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
})
