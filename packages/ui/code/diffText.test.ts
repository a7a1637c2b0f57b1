import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffText } from './diffText.ts'

it.each([
  ['', 'a', { from: 0, to: 0, insert: 'a' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['abc', 'ac', { from: 1, to: 2, insert: '' }],
  ['one two', 'one 2', { from: 4, to: 7, insert: '2' }],
  ['same', 'same', undefined],
])('replaces only the difference between %j and %j', (before, after, change) => {
  expect(diffText(before, after)).toEqual(change)
})

it('turns any text into any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = diffText(before, after) ?? { from: 0, to: 0, insert: '' }
      expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after)
    }),
  )
})
