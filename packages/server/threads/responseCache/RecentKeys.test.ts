import { expect, test } from 'vitest'
import { RecentKeys } from './RecentKeys.ts'

test('a key is recent if it was added before and the cache would have held its value since', () => {
  const keys = new RecentKeys(1000)
  expect(keys.add('a', 400)).toBe(false)
  expect(keys.add('b', 400)).toBe(false)
  expect(keys.add('a', 400)).toBe(true)
  expect(keys.add('c', 700)).toBe(false)
  expect(keys.add('b', 400)).toBe(false)
  expect(keys.add('c', 700)).toBe(true)
})

test('keys that differ in one character are different keys, also at the end of a long one', () => {
  const keys = new RecentKeys(Number.POSITIVE_INFINITY)
  const token = 'eyJhbGciOiJIUzI1NiJ9'.repeat(20)
  const different = Array.from(
    { length: 1000 },
    (_, number) => `0 v022 ${token} \n/api/collections/articles/records?page=${number}`,
  )
  expect(different.filter(key => keys.add(key, 1))).toEqual([])
  // A few share a slot.
  expect(different.filter(key => keys.add(key, 1)).length).toBeGreaterThan(900)
})
