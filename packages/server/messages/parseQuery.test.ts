import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from './parseQuery.ts'

test.each<[string, [string, string][]]>([
  ['/api/x', []],
  ['/api/x?', []],
  [
    '/x?a=1&b=2&a=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  ],
  ['/x?pretty', [['pretty', '']]],
  ['/x?a=b=c', [['a', 'b=c']]],
  ['/x?a+b=c%20d%2B', [['a b', 'c d+']]],
  ['/x?f=%C3%A9%E2%9C%93', [['f', 'é✓']]],
  ['/x?f=%FF', [['f', '\uFFFD']]],
  ['/x?bad=%zz&good=1', [['good', '1']]],
  ['/x?bad=%4', []],
  ['/x?a;b=1', []],
  ['/x?&&a=1&', [['a', '1']]],
  ['/x?a=1?b=2', [['a', '1?b=2']]],
])('parses the query of %s', (target, expected) => {
  expect(parseQuery(target)).toEqual(expected)
})

test('rejects a query with more than 1,000 parameters', () => {
  expect(parseQuery(`/x?${'a=1&'.repeat(999)}`)).toHaveLength(999)
  expect(() => parseQuery(`/x?${'a=1&'.repeat(1000)}`)).toThrow('more than 1000 parameters')
})

test('decodes names and values that encodeURIComponent has encoded', () => {
  const pair = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(pair), pairs => {
      const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
      expect(parseQuery(`/x?${query}`)).toEqual(pairs)
    }),
  )
})

test('never throws for a short query, whatever its bytes', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), query => void parseQuery(`/x?${query}`)))
})
