import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCounted, subscribe } from '../harness/eventStreams.ts'
import { openNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const records = 'collections/notes/records'
/** More requests than a node has connections that write. */
const waitingRequests = 20

test('what a node counts, claims and sends to other nodes does not wait for the clients whose changes take all connections that write', async () => {
  const nodes = await openNodes(postgres)
  const [one, other] = [await nodes.start('one'), await nodes.start('other')]
  expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const stream = await openCounted(other.port)
  onTestFinished(() => void stream.destroy())

  const client = new pg.Client(nodes.address)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE notes IN SHARE ROW EXCLUSIVE MODE')
  const waiting = Array.from({ length: waitingRequests }, (_, index) => one.ask('POST', records, { title: `${index}` }, ''))
  const isWaiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  await expect.poll(() => postgres.execute(nodes.address, isWaiting)).toHaveLength(10)

  // Counted at all nodes together.
  const wrong = { identity: 'nobody', password: 'a wrong password' }
  const attempt = await one.ask('POST', 'collections/users/auth-with-password', wrong, '')
  expect(attempt).toMatchObject({ status: 400, json: { message: 'Failed to authenticate.' } })
  // Forwarded to the node of the stream.
  expect(await subscribe(one.port, stream.clientId, ['notes'])).toBe(204)
  expect((await one.ask('GET', 'health')).status).toBe(200)
  expect((await one.ask('GET', records, undefined, '')).status).toBe(200)
  await client.query('COMMIT')
  for (const { status } of await Promise.all(waiting)) expect([200, 503]).toContain(status)
})
