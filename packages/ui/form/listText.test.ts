import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readList, writeList } from './listText.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['one', ['one']],
  ['one, two words ,three,', ['one', 'two words', 'three']],
  ['a, b, a', ['a', 'b']],
  ['a\\, b, c', ['a, b', 'c']],
  ['a\\\\, b', ['a\\', 'b']],
  ['^\\w+$, \\', ['^\\w+$', '\\']],
])('%j has the items %j', (text, items) => {
  expect(readList(text)).toEqual(items)
})

test('joined items split back into the same items', () => {
  const item = fc
    .string()
    .map(text => text.trim())
    .filter(text => text !== '')
  const tricky = fc.stringMatching(/^[a\\,]{1,6}$/)
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(item, tricky)), items => {
      expect(readList(writeList(items))).toEqual(items)
    }),
  )
})
