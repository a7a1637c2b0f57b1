import { expect, test } from 'vitest'
import { isShareable, StringPool } from './StringPool.ts'

test('a text is stored once, until nobody holds it any more', () => {
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
])('a text of %d characters: %s', (length, expected) => {
  expect(isShareable('a'.repeat(length))).toBe(expected)
})
