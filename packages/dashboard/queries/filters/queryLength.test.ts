import { expect, it } from 'vitest'
import { encodedLength, queryLength } from './queryLength.ts'

it.each([
  ['', 0],
  ['abc_9', 5],
  ['a b-c.d~', 8],
  ['a="b"', 11],
  ['é', 6],
  ['🙂', 12],
])('%j takes %d bytes in a query string', (text, bytes) => {
  expect(encodedLength(text)).toBe(bytes)
})

it('queryLength counts names, values, equals signs and ampersands', () => {
  expect(queryLength({ page: '1', sort: '-created' })).toBe('page=1&sort=-created'.length)
})
