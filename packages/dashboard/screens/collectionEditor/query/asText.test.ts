import { expect, test } from 'vitest'
import { asText } from './asText.ts'

test.each([
  [null, ''],
  [undefined, ''],
  ['', ''],
  [[], ''],
  [0, '0'],
  [false, 'False'],
  [true, 'True'],
  ['one\n two', 'one two'],
  [['a', 'b'], 'a, b'],
  [{ a: [1] }, '{"a":[1]}'],
  [[1, 'a'], '[1,"a"]'],
  ['x'.repeat(100), `${'x'.repeat(80)}…`],
])('asText formats %j in one line', (value, text) => {
  expect(asText(value)).toBe(text)
})
