import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import { NodeJobs } from './NodeJobs.ts'
import { createNodeTables } from './nodeTables.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

test('a job is claimed by one holder until that holder releases it, or has not claimed it again in time', async () => {
  const client = new pg.Client(await server.createDatabase())
  await client.connect()
  await createNodeTables(statement => client.query(statement))
  const open = () => new NodeJobs((text, values) => client.query(text, values))
  const jobs = open()

  expect([await jobs.claim('a', 'one'), await jobs.claim('a', 'other'), await jobs.claim('b', 'other')]).toEqual([
    true,
    false,
    true,
  ])
  // A writer thread that was replaced claims jobs for the same holder.
  expect(await open().claim('a', 'one')).toBe(true)
  expect(await jobs.listClaimed()).toEqual(['a', 'b'])
  // Only the holder releases a job.
  await jobs.release('a', 'other')
  expect(await jobs.claim('a', 'other')).toBe(false)
  await open().release('a', 'one')
  expect([await jobs.claim('a', 'other'), await jobs.claim('a', 'one')]).toEqual([true, false])

  await client.query(`UPDATE "_cofferNodeJobs" SET until = clock_timestamp() - interval '1 ms'`)
  expect(await jobs.listClaimed()).toEqual([])
  expect([await jobs.claim('a', 'one'), await jobs.claim('a', 'other')]).toEqual([true, false])
  await client.end()
})

test('a claim that has expired is renewed, unless another holder has claimed the job since, also if that one has released it', async () => {
  const client = new pg.Client(await server.createDatabase())
  await client.connect()
  await createNodeTables(statement => client.query(statement))
  const jobs = new NodeJobs((text, values) => client.query(text, values))
  const expire = () => client.query(`UPDATE "_cofferNodeJobs" SET until = clock_timestamp() - interval '1 ms'`)

  await jobs.claim('a', 'one')
  await expire()
  expect([await jobs.renew('a', 'one'), await jobs.claim('a', 'other')]).toEqual([true, false])
  await expire()
  expect([await jobs.claim('a', 'other'), await jobs.renew('a', 'one')]).toEqual([true, false])
  await jobs.release('a', 'other')
  expect([await jobs.renew('a', 'one'), await jobs.listClaimed()]).toEqual([false, []])
  await client.end()
})
