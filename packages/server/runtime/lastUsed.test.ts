import { expect, test } from 'vitest'
import { lastUsed } from './lastUsed.ts'

test('beyond the most that are kept, the entry goes that was used longest ago', () => {
  const kept = lastUsed<number>(3)
  for (const [value, key] of ['a', 'b', 'c'].entries()) kept.set(key, value)
  kept.get('a')
  kept.set('d', 3)
  expect([...kept.keys()].sort()).toEqual(['a', 'c', 'd'])
})
