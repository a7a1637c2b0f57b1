import type { SqlValue } from '@coffer/fields'
import { describe, expect, test } from 'vitest'
import { canonicalText, type MovedColumn, toPostgres, toSqlite } from './columnValues.ts'

const column = (type: string, isNullable = false): MovedColumn => ({ name: 'a', type, isNullable })
const list = column('json')
const json = column('json', true)
const number = column('double precision')

describe('toPostgres', () => {
  test.each<[string, MovedColumn, SqlValue, string | null]>([
    ['a text', column('text'), 'été', 'été'],
    ['no text', column('text'), null, ''],
    ['no text in a column that can be null', column('text', true), null, null],
    ['a number in a text column', column('text'), 5, '5'],
    ['an integer', number, 3, '3'],
    ['an integer beyond 2^53', number, 2n ** 60n, '1152921504606847000'],
    ['a fraction', number, 0.1, '0.1'],
    ['infinity', number, Number.NEGATIVE_INFINITY, '-Infinity'],
    ['a text in a number column', number, 'abc', '0'],
    ['no number', number, null, '0'],
    ['an integer column', column('bigint'), 1_795_178_555_512_899, '1795178555512899'],
    ['an integer column beyond 2^53', column('bigint'), 2n ** 60n, '1152921504606846976'],
    ['true', column('boolean'), 1, 'true'],
    ['false', column('boolean'), 0, 'false'],
    ['true as text', column('boolean'), 'true', 'true'],
    ['JSON', json, '{"b": 1,  "a": [1.0]}', '{"b": 1,  "a": [1.0]}'],
    ['a JSON number, which SQLite stores as a number', json, 1.5, '1.5'],
    ['a large JSON integer', json, 2n ** 60n, '1152921504606846976'],
    ['a JSON number beyond double precision', json, Number.POSITIVE_INFINITY, '1e999'],
    ['invalid JSON', json, '{"a":', '"{\\"a\\":"'],
    ['empty text in a JSON column', json, '', '""'],
    ['no JSON', json, null, null],
    ['a list', list, '["a"]', '["a"]'],
    ['an empty list of older servers', list, '', '[]'],
    ['a single value in a list column', list, 'a', '["a"]'],
    ['no list', list, null, '[]'],
  ])('converts %s', (_, given, value, expected) => {
    expect(toPostgres(given, value)).toBe(expected)
  })
})

test.each<[string, MovedColumn, SqlValue, SqlValue]>([
  ['a JSON fraction becomes a number without loss', json, '0.30000000000000004', 0.30000000000000004],
  ['a JSON integer stays a text, which SQLite converts', json, '9007199254740993', '9007199254740993'],
  ['a JSON text stays as it is', json, '"1.5"', '"1.5"'],
  ['SQLite cannot store NaN in a number column', number, Number.NaN, 0],
])('toSqlite: %s', (_, given, value, expected) => {
  expect(toSqlite(given, value)).toBe(expected)
})

test('JSON numbers have the same canonical text however they are written', () => {
  expect(canonicalText(json, '1.50')).toBe(canonicalText(json, 1.5))
  expect(canonicalText(json, ' 1e2')).toBe(canonicalText(json, 100))
  expect(canonicalText(json, '"1.50"')).not.toBe(canonicalText(json, '"1.5"'))
})
