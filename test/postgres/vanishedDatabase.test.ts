import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'
import { openFaultyLine } from './harness/openFaultyLine.ts'
import { startWithAdmin } from './harness/startWithAdmin.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const records = 'collections/notes/records'

async function openLine(address: string) {
  const line = await openFaultyLine(address)
  onTestFinished(line.close)
  return line
}

// Without an answer, the system would report the loss of a connection after a quarter of an hour.
describe('when the machine of the database vanishes without closing its connections', { timeout: 120_000 }, () => {
  test('a node opens new connections and serves again', async () => {
    const nodes = await openNodes(postgres)
    const line = await openLine(nodes.address)
    const node = await nodes.start('one', [], { database: line.address })
    expect(await node.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
    expect(await node.ask('POST', records, { title: 'before' })).toMatchObject({ status: 200 })
    line.vanish()
    const statusOf = async (method: string, path: string, body?: object) => (await node.ask(method, path, body)).status
    await expect.poll(() => statusOf('GET', 'health'), { timeout: 10_000 }).toBe(503)
    await expect.poll(() => statusOf('GET', 'health'), { timeout: 60_000 }).toBe(200)
    await expect.poll(() => statusOf('POST', records, { title: 'after' }), { timeout: 30_000 }).toBe(200)
    const { json } = await node.ask('GET', `${records}?sort=title`)
    expect(json).toMatchObject({ items: [{ title: 'after' }, { title: 'before' }] })
  })

  test('a single server runs a read in progress again on a new connection, and accepts writes again', async () => {
    const line = await openLine(await postgres.createDatabase())
    const { server, token } = await startWithAdmin(line.address, ['--queryTimeout', '1'])
    const ask = (method: string, path: string, body?: object) =>
      askApi(server.port, method, `/api/${path}`, { token, ...(body && { body }) })
    expect(await ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
    expect(await ask('POST', records, { title: 'before' })).toMatchObject({ status: 200 })
    line.vanish()
    const create = async () => (await ask('POST', records, { title: 'after' })).status
    const [read] = await Promise.all([
      ask('GET', `${records}?filter=title="before"`),
      expect.poll(create, { timeout: 60_000 }).toBe(200),
    ])
    expect(read).toMatchObject({ status: 200, json: { totalItems: 1 } })
  })
})
