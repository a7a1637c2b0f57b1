import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import { turnEnded } from '../engine.ts'
import { sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import { PostgresEngine } from './PostgresEngine.ts'

let server: PostgresServer
let engine: PostgresEngine
beforeAll(async () => {
  server = await openPostgres()
  engine = new PostgresEngine({
    connection: connectionOptions(await server.createDatabase()),
    readConnections: 4,
    writeConnections: 0,
    readTimeoutMs: 60_000,
    schemaVersion: () => 0,
  })
})
afterAll(async () => {
  await engine?.close()
  await server?.close()
})

test('the end of a turn cancels its statements, and those of no other turn', async () => {
  const turns = [1, 2].map(turn =>
    engine.runTurn(turn, () => engine.rows(sql`SELECT 1 FROM pg_sleep(${turn === 1 ? 50 : 1}::float8)`)),
  )
  const sleeping = sql`SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
  await expect.poll(() => engine.row(sleeping)).toEqual([2])
  await engine.endTurn(1)
  expect(await Promise.all(turns)).toEqual([turnEnded, [[1]]])
  expect(engine.poolLoads()).toMatchObject([{ active: 0 }])
})

test('a turn without a running statement is not ended', async () => {
  const turn = engine.runTurn(1, async () => {
    await engine.endTurn(1)
    return engine.rows(sql`SELECT 1`)
  })
  expect(await turn).toEqual([[1]])
  await engine.endTurn(1)
})
