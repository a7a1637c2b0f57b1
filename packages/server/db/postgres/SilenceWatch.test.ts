import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { openFaultyLine } from '../../../../test/postgres/harness/openFaultyLine.ts'
import { sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import { PostgresEngine } from './PostgresEngine.ts'

/** Opens reads with a time limit of a second over a line that can fail. */
async function openReads() {
  const server = await openPostgres()
  onTestFinished(server.close)
  const line = await openFaultyLine(await server.createDatabase())
  onTestFinished(line.close)
  const engine = new PostgresEngine({
    connection: connectionOptions(line.address),
    readConnections: 4,
    writeConnections: 0,
    readTimeoutMs: 1_000,
    schemaVersion: () => 0,
  })
  onTestFinished(() => engine.close())
  // Opens the first connection.
  await engine.row(sql`SELECT 1`)
  return { line, engine }
}

test('a statement that PostgreSQL does not cancel fails at its time limit, and the connections of others are not closed', async () => {
  const { line, engine } = await openReads()
  const sleep = (seconds: number) => engine.row(sql`SELECT pg_backend_pid(), pg_sleep(${seconds}::float8)`)
  const stuck = sleep(30).then(
    () => 'read',
    ({ kind }) => kind,
  )
  await wait(200)
  line.stallLast()
  let isOver = false
  const processes = new Set<unknown>()
  const others = Array.from({ length: 2 }, async (_, index) => {
    // One of the two reads runs at any moment.
    await wait(250 * index)
    while (!isOver) processes.add((await sleep(0.5))?.[0])
  })
  expect(await stuck).toBe('deadline')
  await sleep(0.5)
  isOver = true
  await Promise.all(others)
  expect(processes.size).toBe(2)
}, 60_000)

test('reads are repeated on new connections if the database responds on none', async () => {
  const { line, engine } = await openReads()
  line.vanish()
  const reads = Array.from({ length: 3 }, async (_, number) => {
    await wait(500 * number)
    return engine.row(sql`SELECT ${number}::float8`)
  })
  expect(await Promise.all(reads)).toEqual([[0], [1], [2]])
}, 60_000)
