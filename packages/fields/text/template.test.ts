import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const randomBelow = (limit: number) => Math.floor(Math.random() * limit)

const generate = (autogeneratePattern: string) => field.generate?.(field.options.parse({ autogeneratePattern }), randomBelow)

test.each([
  '[a-z0-9]{15}',
  '[A-Z]{4}',
  'users[0-9]{6}',
  String.raw`^INV-\d{4}(?:-[A-F])?$`,
  String.raw`(red|green|blue)_\w{2,4}`,
  'a*b+c?d{2,}e{0}',
  '[^0-9]{3}x{2}?',
  String.raw`\[\]\.\$[\]\-a]{2}[]x]`,
  '[-a][b-]',
  '(a|b(c|d)|)z',
  'ä{2}[😀-😂]',
  '.{8}',
])('the texts that %s generates match it', pattern => {
  expect(validateOptionsInput(field, { autogeneratePattern: pattern })).toEqual([])
  const whole = new RegExp(`^(?:${pattern.replace(/^\[\]/, String.raw`[\]`).replaceAll('[]x]', String.raw`[\]x]`)})$`, 'u')
  for (let round = 0; round < 50; round += 1) expect(generate(pattern)).toMatch(whole)
})

test('repetitions without an end stop after a few characters', () => {
  for (let round = 0; round < 50; round += 1) expect(generate('a+b*c{2,}')).toMatch(/^a{1,6}b{0,6}c{2,8}$/)
})

test.each([
  ['(a{1000}){1000}', 'It can generate a text that is too long. Use smaller repetitions.'],
  ['((((a{99999}){99999}){99999}){99999}){99999}', 'It can generate a text that is too long. Use smaller repetitions.'],
  ['(b{0}){99999}', 'It can generate a text that is too long. Use smaller repetitions.'],
  ['x'.repeat(1001), 'The pattern is longer than 1000 characters.'],
  ['('.repeat(500), 'It has more than 20 groups within each other.'],
  ['(a', 'A group lacks its ).'],
  ['a)', 'It has a ) without its (.'],
  ['(?=a)b', 'Groups that begin with (? are not supported, except for (?: … ).'],
  ['(?<name>a)', 'Groups that begin with (? are not supported, except for (?: … ).'],
  ['[z-a]', 'The range at z- is not possible. It has at most 2000 characters, the lower one first.'],
  ['[\u0000-\uffff]', 'The range at \u0000- is not possible. It has at most 2000 characters, the lower one first.'],
  ['[abc', 'A class lacks its ].'],
  ['[[:alpha:]]', 'Classes such as [:alpha:] are not supported. Use a-z.'],
  [String.raw`\p{L}`, String.raw`\p is not supported. Use \d, \w, \s or the characters themselves.`],
  [String.raw`\bx`, String.raw`\b is not supported. Use \d, \w, \s or the characters themselves.`],
  [String.raw`(a)\1`, String.raw`\1 is not supported. Use \d, \w, \s or the characters themselves.`],
  ['a\\', 'It ends with a \\ that escapes nothing.'],
  ['+a', 'Nothing to repeat before +. Write \\+ for the character.'],
  ['a**', 'A repetition is repeated. Use a group.'],
  ['a{3,1}', 'A repetition has a maximum below its minimum.'],
  ['a{1000000}', 'A repetition is {n}, {n,} or {n,m}, with numbers of at most five digits.'],
  ['a^b', '^ is only possible at an end of the pattern. Write \\^ for the character.'],
])('no texts are generated from %s', (pattern, reason) => {
  expect(validateOptionsInput(field, { autogeneratePattern: pattern })).toEqual([
    {
      path: ['autogeneratePattern'],
      code: 'validation_invalid_autogenerate_pattern',
      message: `Texts cannot be generated from this pattern. ${reason}`,
    },
  ])
  expect(generate(pattern)).toBeUndefined()
})

test.each([
  [{ autogeneratePattern: '[a-z]{4}', min: 5 }, 'It can generate 4 characters, but at least 5 are required.'],
  [{ autogeneratePattern: '[a-z]{4,9}', max: 8 }, 'It can generate 9 characters, but at most 8 are allowed.'],
  [{ autogeneratePattern: 'x', pattern: '^[0-9]+$' }, 'It can generate a text that is invalid here, such as "x".'],
])('the options %j contradict each other', (options, message) => {
  expect(validateOptionsInput(field, options)).toMatchObject([{ path: ['autogeneratePattern'], message }])
})

test('reads any pattern within a moment, and generates short texts only', () => {
  const characters = fc.constantFrom(...String.raw`ab01()[]{}|*+?.^$\dws-,9`)
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 60 }), pattern => {
      expect(generate(pattern)?.length ?? 0).toBeLessThanOrEqual(20_000)
    }),
    { numRuns: 2_000 },
  )
})
