import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import { PostgresEngine } from './PostgresEngine.ts'
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

test('a read ends before its result does if that is longer than allowed, and the next one succeeds', async () => {
  const engine = new PostgresEngine({
    connection: connectionOptions(database.address),
    readConnections: 1,
    writeConnections: 1,
    readTimeoutMs: 3_600_000,
    schemaVersion: () => 0,
  })
  onTestFinished(() => engine.close())
  // The whole result has a petabyte, so only the code can end the read within the time limit of this test.
  const endless = sql`SELECT repeat('x', 1000000) FROM generate_series(1, 30000) AS a, generate_series(1, 30000) AS b`
  await expect(engine.rows(endless, 100_000)).rejects.toThrow('100000 characters')
  expect(await engine.row(sql`SELECT 1`)).toEqual([1])
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
