import { expect, test } from 'vitest'
import { runInterruptibly } from '../../../../test/harness/runInterruptibly.ts'
import { parseJson } from './parseJson.ts'

test.each([
  '{"n":1e999}',
  '{"a":[{"n":-1E+309}]}',
  '1e0400',
  '9'.repeat(310),
  `[${'9'.repeat(250)}e99]`,
  `-${'9'.repeat(400)}.5`,
  '"e100" 1',
])('rejects %s', text => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test.each([
  '{"n":1e308}',
  '1e-999',
  '"1e999"',
  '{"e999":"Infinity"}',
  `"${'9'.repeat(400)}"`,
  '9'.repeat(308),
  `${'9'.repeat(209)}e99`,
  `0.${'9'.repeat(400)}`,
])('parses %s', text => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test.each([
  ['digits', '1'.repeat(199)],
  ['exponents', 'e100'.repeat(50)],
  ['brackets', '[]'.repeat(100)],
])('parses a long body full of %s in linear time', (_, part) => {
  const count = 100_000
  const text = JSON.stringify(Array.from({ length: count }, () => part))
  // In quadratic time, these 20 MB would take a day.
  const parsed = runInterruptibly(() => parseJson(text)) as string[]
  expect([parsed.length, new Set(parsed)]).toEqual([count, new Set([part])])
})

const nested = (levels: number, core: string) => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`

test('accepts a body with the maximum nesting depth', () => {
  expect(() => parseJson(nested(10_000, '1e999'))).toThrow('too large')
})

test.each([10_001, 5_000_000])('rejects %i levels before it builds any value', levels => {
  expect(() => parseJson(nested(levels, ''))).toThrow('JSON may be nested 10000 levels deep.')
})

test.each([
  ['numbers', `[${'1,'.repeat(500_000)}1]`],
  ['empty objects', `[${'{},'.repeat(250_000)}{}]`],
  ['keys', `{${'"a":1,'.repeat(500_000)}"b":1}`],
  ['unfinished lists', '[],'.repeat(500_000)],
])('rejects more than 500,000 %s before it builds any value', (_, text) => {
  expect(() => parseJson(text)).toThrow('JSON may hold 500000 values.')
})

const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`

test('rejects a body with more than 25,000 keys before it builds any value, but not a value with as many', () => {
  expect(() => parseJson(`  ${keys(25_000)}`)).not.toThrow()
  expect(() => parseJson(`  ${keys(25_001)}`)).toThrow('An object may have 25000 keys.')
  expect(() => parseJson(keys(25_001).slice(0, -1))).toThrow('An object may have 25000 keys.')
  expect(() => parseJson(keys(25_001), false)).not.toThrow()
  expect(() => parseJson(`{"j":${keys(30_000)}}`)).not.toThrow()
})

test.each([`["${'['.repeat(20_000)}"]`, `"\\\\${'{'.repeat(20_000)}"`, `["\\"${'['.repeat(20_000)}"]`])(
  'brackets in strings do not count as levels',
  text => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  },
)

test.each(['{"password":"sesame" x', '{"password":sesame}', 'sesame', '{"a":"sesame'])(
  'the error for %s does not quote the body',
  text => {
    expect(() => parseJson(text)).toThrow(/^(?!.*sesame).*no valid JSON/)
  },
)
