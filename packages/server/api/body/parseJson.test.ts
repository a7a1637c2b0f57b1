import { expect, test } from 'vitest'
import { parseJson } from './parseJson.ts'

test.each([
  '{"n":1e999}',
  '{"a":[{"n":-1E+309}]}',
  '1e0400',
  '9'.repeat(310),
  `[${'9'.repeat(250)}e99]`,
  `-${'9'.repeat(400)}.5`,
  '"e100" 1',
])('%s is refused', text => {
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
])('%s is read', text => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test.each([
  ['digits', '1'.repeat(199)],
  ['exponents', 'e100'],
  ['brackets', '[]'],
])('a long body full of %s is read at once', (_, part) => {
  const text = JSON.stringify(Array.from({ length: 2_000_000 / part.length }, () => part))
  const started = performance.now()
  parseJson(text)
  expect(performance.now() - started).toBeLessThan(1000)
})

test('a body as deep as JSON can be read is walked through', () => {
  const deep = `${'['.repeat(100_000)}1e999${']'.repeat(100_000)}`
  expect(() => parseJson(deep)).toThrow('too large')
})
