import { expect, test } from 'vitest'
import { isShareable, StringPool } from './StringPool.ts'

test('stores a string once until its last holder releases it', () => {
  const texts = new StringPool()
  const [one, other] = ['a'.repeat(300), 'b'.repeat(400)]
  expect([texts.hold(one), texts.hold(one), texts.hold(other)]).toEqual([one, one, other])
  expect(texts.size).toBe(700)
  texts.release(one)
  expect(texts.size).toBe(700)
  texts.release(one)
  expect(texts.size).toBe(400)
  texts.release(other)
  texts.release(other)
  expect(texts.size).toBe(0)
})

test.each([
  [255, false],
  [256, true],
  [16_000, true],
  [16_001, false],
])('whether a string of %d characters is shared: %s', (length, expected) => {
  expect(isShareable('a'.repeat(length))).toBe(expected)
})
