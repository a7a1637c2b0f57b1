import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../sql.ts'
import { openTestDatabase, type TestDatabase } from './testing/openTestDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('a result longer than allowed is rejected, and the connection can be used again', async () => {
  const long = sql`SELECT repeat('x', 1000) FROM generate_series(1, 1000)`
  await expect(database.engine.rows(long, 100_000)).rejects.toThrow('100000 characters')
  expect(await database.engine.rows(long, 1_000_000)).toHaveLength(1000)
})

test('a read ends soon after its result is longer than allowed, and the next one succeeds', async () => {
  const begun = performance.now()
  await database.engine.rows(sql`SELECT repeat('x', 1000000) FROM generate_series(1, 20)`, 100_000).catch(() => undefined)
  const short = performance.now() - begun
  const endless = sql`SELECT repeat('x', 1000000) FROM generate_series(1, 100000)`
  const started = performance.now()
  await expect(database.engine.rows(endless, 100_000)).rejects.toThrow('100000 characters')
  // The whole result would exceed the time limit of a second, and end with the error of it.
  expect(performance.now() - started).toBeLessThan(Math.max(500, 5 * short))
  expect(await database.engine.row(sql`SELECT 1`)).toEqual([1])
})

test('the rows of a statement that was sent behind a result longer than allowed are complete', async () => {
  const long = sql`SELECT repeat('x', 3000000) FROM generate_series(1, 5)`
  const short = sql`SELECT n, repeat('y', 100000) FROM generate_series(1, 20) AS n`
  await database.engine.transaction(async transaction => {
    const [first, ...others] = await Promise.allSettled([
      transaction.rows(long, 100),
      transaction.rows(short),
      transaction.rows(long),
    ])
    expect(first).toMatchObject({ status: 'rejected' })
    expect(others.map(result => result.status === 'fulfilled' && result.value.length)).toEqual([20, 5])
  })
})
