import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untrusted } from '../sql.ts'
import { openTestDatabase, type TestDatabase } from './testing/openTestDatabase.ts'

let database: TestDatabase
const sqlite = new DatabaseSync(':memory:')

beforeAll(async () => {
  database = await openTestDatabase()
  await database.execute('CREATE TABLE sums (part double precision, n double precision, t text COLLATE "C", b boolean)')
  sqlite.exec('CREATE TABLE sums (part NUMERIC, n NUMERIC, t TEXT, b BOOLEAN)')
})
afterAll(() => database?.close())

const query = `SELECT part, COUNT(*) AS c, SUM(n) AS s, AVG(n) AS a, TOTAL(n) AS t, SUM(t) AS st, AVG(b) AS ab, SUM(DISTINCT n) AS d,
  SUM(n) / 3.0 AS q FROM sums GROUP BY part ORDER BY part`

const decimal = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(digits => digits / 10_000)
// PostgreSQL reports an error where a quotient is too close to 0 for a double, and SQLite rounds it.
const double = fc.double({ noNaN: true, min: -1e15, max: 1e15 }).filter(value => value === 0 || Math.abs(value) > 1e-290)
const number = fc.oneof(decimal, fc.integer({ min: -1000, max: 1000 }), double)
const row = fc.record({
  part: fc.nat(2),
  n: fc.option(number.map(value => value + 0)),
  t: fc.oneof(decimal.map(String), fc.constantFrom('', 'x', '5 apples', '-1e3')),
  b: fc.boolean(),
})

const literal = (value: string | number | null): string =>
  typeof value === 'string' ? `'${value}'` : value === null ? 'NULL' : String(value)

const toNumbers = (values: readonly unknown[]) => values.map(value => (value === null ? null : Number(value)))

test('sums and averages of random numbers, texts and bools are the same on SQLite and on PostgreSQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 60 }), async rows => {
      const insertions = rows.map(
        ({ part, n, t, b }) => `INSERT INTO sums VALUES (${part}, ${literal(n)}, ${literal(t)}, ${b ? 'TRUE' : 'FALSE'});`,
      )
      const prepare = `DELETE FROM sums; ${insertions.join('')}`
      sqlite.exec(prepare)
      await database.execute(prepare)
      const found = await database.engine.inspectQueries(look => look.rowsOf(untrusted`${query}`))
      const expected = sqlite.prepare(query).all()
      expect(found.map(toNumbers)).toEqual(expected.map(values => toNumbers(Object.values(values))))
    }),
    { numRuns: 150 },
  )
})
