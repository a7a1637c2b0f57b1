import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import { NodeJobs } from './NodeJobs.ts'
import { nodeTables } from './nodeTables.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

test('a job is claimed by one node until that node releases it, or has not claimed it again in time', async () => {
  const client = new pg.Client(await server.createDatabase())
  await client.connect()
  await client.query(nodeTables)
  const [one, other] = ['one', 'other'].map(holder => new NodeJobs(holder, (text, values) => client.query(text, values)))
  if (!one || !other) throw new Error('Unreachable')

  expect([await one.claim('a'), await other.claim('a'), await one.claim('a'), await other.claim('b')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(await one.listClaimed()).toEqual(['a', 'b'])
  // Only the holder releases a job.
  await other.release('a')
  expect(await other.claim('a')).toBe(false)
  await one.release('a')
  expect([await other.claim('a'), await one.claim('a')]).toEqual([true, false])

  await client.query(`UPDATE "_cofferNodeJobs" SET until = clock_timestamp() - interval '1 ms'`)
  expect(await one.listClaimed()).toEqual([])
  expect([await one.claim('a'), await other.claim('a')]).toEqual([true, false])
  await client.end()
})
