import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes, jsonText } from './json.ts'

const texts = fc.array(
  fc.oneof(
    fc.constantFrom('<', '>', '&', '\u2028', '\u2029', '\u2027', '\u202a', '€', 'â', '\u00e2\u0080\u00a8', '😀', '\ud83d'),
    fc.string({ unit: 'grapheme' }),
  ),
)

test('jsonBytes encodes the same JSON as jsonText', () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(
        '',
        'plain '.repeat(30_000),
        '<'.repeat(150_000),
        '日'.repeat(30_000),
        '😀'.repeat(40_000),
        `a${'😀'.repeat(40_000)}`,
      ),
      (values, beside) => {
        const value = [...values, beside, ...values]
        expect(Buffer.from(jsonBytes(JSON.stringify(value))).equals(Buffer.from(jsonText(value)))).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
