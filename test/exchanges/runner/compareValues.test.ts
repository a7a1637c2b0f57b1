import { describe, expect, test } from 'vitest'
import { compareValues } from './compareValues.ts'
import type { Json } from './Exchange.ts'
import { parseExact, writeExact } from './exactJson.ts'

const captured = new Map<string, Json>([['id', 'abc']])
const places = (expected: Json, got: unknown) => compareValues(expected, got, captured).map(({ at }) => at)

describe('equal values', () => {
  test.each<[Json, unknown]>([
    [null, null],
    [1, 1],
    [1, 1.0],
    ['a', 'a'],
    ['x/{{id}}', 'x/abc'],
    ['{{id}}', '{{id}}'],
    [
      { a: 1, b: [2, { c: 3 }] },
      { b: [2, { c: 3 }], a: 1 },
    ],
    [[], []],
    [{ a: '<any>' }, { a: null }],
  ])('%j equals %j', (expected, got) => {
    expect(places(expected, got)).toEqual([])
  })
})

describe('different values', () => {
  test.each<[Json, unknown, string[]]>([
    [null, undefined, ['$']],
    [null, false, ['$']],
    [0, false, ['$']],
    [1, '1', ['$']],
    ['1', 1, ['$']],
    ['a', 'A', ['$']],
    [{ a: 1 }, {}, ['$.a']],
    [{}, { a: 1 }, ['$.a']],
    [{}, [], ['$']],
    [[], {}, ['$']],
    [
      [1, 2],
      [2, 1],
      ['$[0]', '$[1]'],
    ],
    [[1], [1, 2], ['$']],
    [[1, 2], [1], ['$']],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, ['$.a[0].b']],
    [{ a: '<any>' }, {}, ['$.a']],
    [{ toString: 'x' }, {}, ['$.toString']],
  ])('%j differs from %j at %j', (expected, got, at) => {
    expect(places(expected, got)).toEqual(at)
  })
})

test('integers beyond the safe range are compared digit by digit', () => {
  const expected = parseExact('{"n": 9007199254740993, "f": 1e+21}')
  expect(places(expected, parseExact('{"n": 9007199254740993, "f": 1e+21}'))).toEqual([])
  expect(places(expected, parseExact('{"n": 9007199254740992, "f": 1e+21}'))).toEqual(['$.n'])
  expect(writeExact(expected)).toBe('{"n":9007199254740993,"f":1e+21}')
})
