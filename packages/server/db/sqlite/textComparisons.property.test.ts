import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Sql, sql } from '../sql.ts'
import { includesText, likeText } from './textComparisons.ts'

const database = new DatabaseSync(':memory:')

function evaluate(expression: Sql): unknown {
  const { text, values } = sql`SELECT ${expression} AS value`
  return database.prepare(text).get(...(values as string[]))?.value
}

const patternOf = (text: string) => `%${text.replace(/[%_\\]/g, '\\$&')}%`

const text = fc.stringMatching(/^[aAbB%_\\ÉéİßK😀]{1,4}$/u)
const stored = fc.oneof(
  fc.stringMatching(/^[aAbB%_\\ÉéİßK😀\0]{0,12}$/u),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.stringMatching(/^[aAbB]{0,6}$/).map(content => new Uint8Array(Buffer.from(content))),
)

test('a search finds the same values as LIKE', () => {
  fc.assert(
    fc.property(stored, fc.oneof(text, fc.constantFrom('1', '.', 'e', '-')), fc.boolean(), (value, searched, isNegated) => {
      const expected = sql`${value} ${isNegated ? sql`NOT LIKE` : sql`LIKE`} ${patternOf(searched)} ESCAPE '\\'`
      expect(evaluate(includesText(sql`${value}`, searched, isNegated, undefined))).toBe(evaluate(expected))
    }),
    { numRuns: 5_000 },
  )
})

test('a comparison with a stored text has the result of LIKE', () => {
  const pattern = fc.oneof(fc.stringMatching(/^[aAbB%_\\É]{0,4}$/), fc.constant(null), fc.integer())
  fc.assert(
    fc.property(stored, pattern, fc.boolean(), (value, searched, isNegated) => {
      const expected = sql`${value} ${isNegated ? sql`NOT LIKE` : sql`LIKE`} ('%' || ${searched} || '%') ESCAPE '\\'`
      expect(evaluate(likeText(sql`${value}`, sql`${searched}`, isNegated, undefined))).toBe(evaluate(expected))
    }),
    { numRuns: 5_000 },
  )
})

const a = (length: number) => 'a'.repeat(length)
const long = `${a(300_000)}Bc`

test.each([
  ['contains a long text', long, `${a(400)}bC`, { like: 1, notLike: 0 }],
  ['does not contain a long text', long, `${a(400)}c`, { like: 0, notLike: 1 }],
  ['contains a text behind NUL only', `${long}\0${a(400)}c`, `${a(400)}c`, { like: 0, notLike: 1 }],
  ['is shorter than the text', a(400), `${a(49_000)}%`, { like: 0, notLike: 1 }],
  ['would take too long to be compared with a pattern', long, `${a(400)}_c`, { like: 0, notLike: 0 }],
  ['would take too long to be searched', a(3_000_000), a(2_000), { like: 0, notLike: 0 }],
  ['is compared with a text that no pattern can have', long, a(50_000), { like: 0, notLike: 1 }],
])('a comparison with a stored text, if the value %s', (_, value, searched, expected) => {
  const compare = (isNegated: boolean) => evaluate(likeText(sql`${value}`, sql`${searched}`, isNegated, undefined))
  expect({ like: compare(false), notLike: compare(true) }).toEqual(expected)
})
