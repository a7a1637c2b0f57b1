import { afterAll, beforeAll, expect, test } from 'vitest'
import { name, type Sql, sql } from '../sql.ts'
import type { PostgresEngine } from './PostgresEngine.ts'
import { postgresDialect as dialect } from './postgresDialect.ts'
import { openTestDatabase, type TestDatabase } from './testing/openTestDatabase.ts'

let database: TestDatabase
let engine: PostgresEngine

beforeAll(async () => {
  database = await openTestDatabase()
  engine = database.engine
})
afterAll(() => database?.close())

const evaluate = async (expression: Sql) => (await engine.row(sql`SELECT ${expression}`))?.[0]

test('columns have the defaults of the 0.22 layout', async () => {
  const types = ['recordId', 'text', 'creationDate', 'number', 'boolean', 'json', 'list'] as const
  const columns = types.map(type => sql`${name(type)} ${dialect.columnType(type)}`)
  await engine.transaction(async transaction => {
    await transaction.run(sql`CREATE TABLE defaults (${columns.reduce((all, column) => sql`${all}, ${column}`)})`)
    await transaction.run(sql`INSERT INTO defaults DEFAULT VALUES`)
  })
  expect(await engine.rows(sql`SELECT * FROM defaults`)).toEqual([
    [
      expect.stringMatching(/^r[0-9a-f]{14}$/),
      '',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/),
      0,
      0,
      null,
      '[]',
    ],
  ])
})

test('a list of ids can contain texts, numbers and halves of surrogate pairs', async () => {
  expect(await evaluate(dialect.inIds(sql`'b'`, ['a', 'b', '\ud800']))).toBe(1)
  expect(await evaluate(dialect.inIds(sql`2`, [1, 3]))).toBe(0)
  expect(await evaluate(dialect.inIds(sql`'a'`, []))).toBe(0)
})

test('a column with one text becomes a list and a list becomes its last text', async () => {
  const texts = ['a "b"', '["a"]', '']
  await engine.transaction(async transaction => {
    await transaction.run(sql`CREATE TABLE conversions (place integer, single text, several json)`)
    for (const [place, text] of texts.entries())
      await transaction.run(sql`INSERT INTO conversions VALUES (${place}, ${text}, '["a","b"]')`)
    await transaction.run(sql`INSERT INTO conversions VALUES (3, NULL, '[]')`)
  })
  const [toList, lastOf] = [dialect.toList(sql`single`), dialect.lastOf(sql`several`)]
  const rows = await engine.rows(sql`SELECT ${toList}, ${lastOf} FROM conversions ORDER BY place`)
  expect(rows).toEqual([
    ['["a \\"b\\""]', 'b'],
    ['["a"]', 'b'],
    ['[]', 'b'],
    ['[]', ''],
  ])
})

test('a JSON text with the character NUL or half of a surrogate pair can be compared', async () => {
  const json = String.raw`{"a":"\u0000|\ud800|\udc00|\ud83d\ude00"}`
  const at = dialect.jsonAt(sql`${json}::json`, ['a'])
  expect(await evaluate(sql`${at} #>> '{}'`)).toBe('\ufffd|\ufffd|\ufffd|\u{1f600}')
})
