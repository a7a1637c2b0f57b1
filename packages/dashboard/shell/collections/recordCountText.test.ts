import { expect, it } from 'vitest'
import { countInWords, shortCount } from './recordCountText.ts'

it.each([
  [0, '0', '0 records'],
  [1, '1', '1 record'],
  [9_999, '9,999', '9,999 records'],
  [10_000, '10k', '10,000 records'],
  [12_431, '12.4k', '12,431 records'],
  [123_456, '123k', '123,456 records'],
  [999_999, '1M', '999,999 records'],
  [1_234_567, '1.23M', '1,234,567 records'],
  [2_000_000_000, '2B', '2,000,000,000 records'],
])('formats the count %i as %j, and in words as %j', (count, short, words) => {
  expect([shortCount(count), countInWords(count)]).toEqual([short, words])
  expect(short.length).toBeLessThanOrEqual(5)
})
