import { DatabaseSync } from 'node:sqlite'
import { fieldType, fieldTypes, isFieldTypeName, type SqlValue } from '@coffer/fields'
import { afterAll, describe, expect, test } from 'vitest'
import { sqliteDialect } from './sqliteDialect.ts'

const database = new DatabaseSync(':memory:')
afterAll(() => database.close())

/** Writes a value to a column and reads it back, with integers as bigints. */
function throughFile(column: string, value: SqlValue): SqlValue {
  database.exec(`DROP TABLE IF EXISTS records; CREATE TABLE records (value ${column})`)
  database.prepare('INSERT INTO records VALUES (?)').run(value)
  const select = database.prepare('SELECT value FROM records')
  select.setReadBigInts(true)
  return select.get()?.value ?? null
}

test.each([0, -0, 1, -3, 12.5, 1e15, 2 ** 53, 2 ** 62, 2 ** 63, -(2 ** 63), 1e21, 5e-324])(
  'the value %d of a record that is not stored has the text of the column',
  value => {
    database.exec('DROP TABLE IF EXISTS records; CREATE TABLE records (value NUMERIC)')
    database.prepare('INSERT INTO records VALUES (?)').run(value)
    const { text, values } = sqliteDialect.stored(value, 'number')
    const select = database.prepare(
      `SELECT ${text} || '' AS bound, value || '' AS stored, ${text} = value AS isSame FROM records`,
    )
    const { bound, stored, isSame } = select.get(...(values as number[]), ...(values as number[])) ?? {}
    expect([bound, isSame]).toEqual([stored, 1])
  },
)

const awkward: unknown[] = [
  null,
  '',
  'a',
  ' a ',
  'ü"\n😀',
  'a\u0000b',
  '\ud800',
  true,
  0,
  -0,
  12.5,
  1e21,
  5e-324,
  '123',
  '1.50',
  '9007199254740993',
  '[',
  '[1]',
  '["a","b"]',
  ['a', 'b', 'a', ''],
  ['["a"]'],
  [null, 1],
  { b: [1, null], a: '<' },
  '{"b": 1}',
  '{b',
  'null',
  '2024-02-29',
  '2024-05-06T07:08:09+02:00',
  'a@b.example',
  'https://a.example',
  'yes',
  't',
]

const fields = Object.keys(fieldTypes)
  .filter(isFieldTypeName)
  .flatMap(type => [
    { type, options: { ...fieldTypes[type].options.parse({}) } },
    { type, options: { ...fieldTypes[type].options.parse({ maxSelect: 1 }) } },
    { type, options: { ...fieldTypes[type].options.parse({ maxSelect: 9 }) } },
  ])

describe.each(fields)('a column of a $type field with the options $options', ({ type, options }) => {
  const field = fieldType({ type })
  const definition = sqliteDialect.columnType(field.column(options)).text

  test.each(awkward)('stores %j without loss', input => {
    const value = field.normalize(input, options)
    const read = field.decode(throughFile(definition, field.encode(value)), options)
    expect(JSON.stringify(field.toJson(read))).toBe(JSON.stringify(field.toJson(value)))
  })

  test('the default of a column is read as the empty value', () => {
    database.exec(`DROP TABLE IF EXISTS records; CREATE TABLE records (other, value ${definition})`)
    database.exec('INSERT INTO records (other) VALUES (1)')
    const stored = database.prepare('SELECT value FROM records').get()?.value ?? null
    expect(field.decode(stored, options)).toEqual(field.empty(options))
  })
})
