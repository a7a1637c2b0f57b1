import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likePattern, textSearch } from './textSearch.ts'

test.each([
  ['', '%%'],
  ['abc', '%abc%'],
  ['ab%c', 'ab%c'],
  ['ab\\%c', '%ab\\%c%'],
  ['%ab\\%c', '%ab\\%c'],
  ['ab\\\\%c', 'ab\\\\%c'],
  ['ab\\\\\\%c', '%ab\\\\\\%c%'],
  ['ab_c', '%ab\\_c%'],
  ['ab\\_c', '%ab\\_c%'],
  ['%ab_c', '%ab_c'],
  ['ab\\c', '%ab\\\\c%'],
  ['_ab\\c_', '%\\_ab\\\\c\\_%'],
  ['ab\\c%', 'ab\\c%'],
  ['end\\', '%end\\\\%'],
])('the pattern for ~ %j is %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern)
})

const a = (length: number) => 'a'.repeat(length)

test.each([
  'a long text whose words repeat: as its words repeat, but not its sentences',
  a(16),
  `${a(15)}b`,
  // The start of a value is compared once.
  `${a(500)}%`,
  '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%',
  '%_my_long_name_with_many_wildcards%',
  `%${'_'.repeat(100)}%`,
])('~ %j is compiled to LIKE', text => {
  expect(textSearch(text)).toEqual({ pattern: likePattern(text) })
})

test.each([
  [a(17), a(17)],
  [`${a(400)}b`, `${a(400)}b`],
  ['Ab'.repeat(20), 'ab'.repeat(20)],
  ['É'.repeat(20), 'É'.repeat(20)],
  [`%${a(20)}%`, a(20)],
  [`%%${'\\_'.repeat(20)}%%`, '_'.repeat(20)],
  ['_'.repeat(20), '_'.repeat(20)],
  ['\\%'.repeat(20), '%'.repeat(20)],
])('~ %j searches a text that repeats itself: %j', (text, plainText) => {
  expect(textSearch(text)).toEqual({ plainText })
})

test.each([
  ['it is long', a(1_001)],
  ['it is not all of the pattern', `%b%${a(20)}%`],
  ['it ends with the value', `%${a(20)}`],
  ['it has wildcards', `%${'a_'.repeat(20)}%`],
  ['it has the character NUL', `${a(20)}\0`],
])('a text that repeats itself is rejected if %s', (_, text) => {
  expect(textSearch(text)).toBeUndefined()
})

/** Counts the comparisons of characters in a search for a segment at each position of a value, as `LIKE` makes them. */
function comparisonsOf(segment: string, value: string): number {
  let comparisons = 0
  for (let start = 0; start < value.length; start += 1) {
    for (let at = 0; at < segment.length; at += 1) {
      comparisons += 1
      if (segment[at] !== '_' && segment[at] !== value[start + at]) break
    }
  }
  return comparisons
}

test('a pattern is compared with each character of a value at most 17 times', () => {
  const part = fc.stringMatching(/^[ab_]{1,6}$/)
  const repeated = fc.tuple(part, fc.integer({ min: 1, max: 30 })).map(([text, times]) => text.repeat(times))
  const segment = fc.array(repeated, { minLength: 1, maxLength: 3 }).map(parts => `b${parts.join('')}`)
  fc.assert(
    fc.property(segment, fc.integer({ min: 0, max: 100 }), fc.constantFrom('a', 'b'), (text, start, wildcard) => {
      if (!('pattern' in (textSearch(`%${text}%`) ?? {}))) return
      // Values that consist of parts of the pattern are the worst.
      const value = text.slice(0, start).replaceAll('_', wildcard).repeat(20)
      expect(comparisonsOf(text, value)).toBeLessThanOrEqual(17 * value.length)
    }),
    { numRuns: 2_000 },
  )
})
