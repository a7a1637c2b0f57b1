import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { type RecordState, StormClient, storms } from './harness/StormClient.ts'

const clientCount = 8
const maxRecoveryMs = 5_000
const records = `/api/collections/${storms}/records`
const everyone = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }

const startServer = async (address: string) => {
  const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const dir = join(folder, 'pb_data')
  const server = await startCoffer(dir, ['--database', address])
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const credentials = ['admin@example.com', 'a secret password']
  await runCoffer(['admin', 'create', ...credentials, '--dir', dir, '--database', address])
  const [identity, password] = credentials
  const signedIn = await askApi(server.port, 'POST', '/api/admins/auth-with-password', { body: { identity, password } })
  return { port: server.port, token: String(signedIn.json.token) }
}

/** Creates the collection of the storm, and the record that all its records refer to, on which their list rule depends. */
const createCollections = async (port: number, token: string): Promise<string> => {
  const create = async (path: string, body: object) => {
    const response = await askApi(port, 'POST', path, { token, body })
    expect(response.status, response.text).toBe(200)
    return String(response.json.id)
  }
  const parents = await create('/api/collections', {
    name: 'parents',
    type: 'base',
    ...everyone,
    schema: [{ name: 'title', type: 'text' }],
  })
  await create('/api/collections', {
    name: storms,
    type: 'base',
    ...everyone,
    listRule: 'parent.title = "visible"',
    schema: [
      { name: 'slug', type: 'text' },
      { name: 'count', type: 'number' },
      { name: 'parent', type: 'relation', options: { collectionId: parents, maxSelect: 1 } },
    ],
    indexes: [`CREATE UNIQUE INDEX idx_storm_slug ON ${storms} (slug)`],
  })
  return create('/api/collections/parents/records', { title: 'visible' })
}

/** Opens a realtime connection. Returns the last event of each record. */
const listen = async (port: number) => {
  const listener = await openListener(port)
  const body = { clientId: listener.clientId, subscriptions: [`${storms}/*`] }
  expect((await askApi(port, 'POST', '/api/realtime', { body })).status).toBe(204)
  onTestFinished(listener.close)
  const last = new Map<string, RecordState>()
  return () => {
    for (const { json } of listener.take()) {
      const { action, record } = json as { action: string; record: { id: string; count: number } }
      last.set(record.id, action === 'delete' ? undefined : Number(record.count))
    }
    return last
  }
}

const readStored = async (address: string): Promise<Map<string, RecordState>> => {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ id: string; count: number }>(`SELECT id, count FROM ${storms}`)
  await client.end()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Reads all records through the API, which may answer from its cache. */
const readListed = async (port: number): Promise<Map<string, RecordState>> => {
  const listed = new Map<string, RecordState>()
  for (let page = 1; ; page += 1) {
    const { status, json } = await askApi(port, 'GET', `${records}?perPage=200&page=${page}&sort=id`)
    expect(status).toBe(200)
    const items = json.items as { id: string; count: number }[]
    for (const { id, count } of items) listed.set(id, count)
    if (items.length === 0) return listed
  }
}

/** Waits until the server answers a change and a read that is not cached. */
const untilItWorks = async (port: number, parent: string): Promise<void> => {
  const path = `/api/collections/parents/records/${parent}`
  for (;;) {
    const written = await askApi(port, 'PATCH', path, { body: { title: 'visible' } })
    const read = await askApi(port, 'GET', `${path}?fields=id,${Math.random().toString(36).slice(2)}`)
    if (written.status === 200 && read.status === 200) return
    await wait(20)
  }
}

type Fault = (postgres: PostgresServer) => Promise<void>

const faults: Record<string, Fault> = {
  'all processes are killed': postgres => postgres.kill(),
  'an administrator restarts PostgreSQL': postgres => postgres.stop(),
}

test.each(Object.entries(faults))(
  'no acknowledged change is lost and no answer is wrong while %s three times under load',
  { timeout: 300_000 },
  async (_, fault) => {
    const postgres = await openPostgres()
    onTestFinished(postgres.close)
    const address = await postgres.createDatabase()
    const { port, token } = await startServer(address)
    const parent = await createCollections(port, token)
    const lastEvents = await listen(port)
    const clients = Array.from({ length: clientCount }, (_, index) => new StormClient(port, `client${index}`, parent))
    const running = clients.map(client => client.run())
    const made = () => clients.reduce((sum, { answers }) => sum + answers.made, 0)

    for (let round = 0; round < 3; round += 1) {
      const before = made()
      await expect.poll(made).toBeGreaterThan(before + 60)
      await fault(postgres)
      await wait(200 + Math.random() * 1300)
      await postgres.start()
      const backAt = performance.now()
      await untilItWorks(port, parent)
      expect(performance.now() - backAt).toBeLessThan(maxRecoveryMs)
    }
    const atEnd = made()
    await expect.poll(made).toBeGreaterThan(atEnd + 30)
    for (const client of clients) client.stop()
    await Promise.all(running)

    expect(clients.flatMap(({ wrong }) => wrong)).toEqual([])
    const [stored, listed] = [await readStored(address), await readListed(port)]
    expect(listed).toEqual(stored)
    const states = new Map(clients.flatMap(client => [...client.states]))
    const lost = [...states].filter(([id, possible]) => !possible.includes(stored.get(id)))
    expect(lost.map(([id, possible]) => `${id}: ${stored.get(id)}, not ${possible.join(' or ')}`)).toEqual([])
    expect([...stored.keys()].filter(id => !states.has(id))).toEqual([])
    // A change with an unknown outcome may have no event, and a record that never existed has none.
    const certain = [...states].filter(([, possible]) => possible.length === 1).map(([id]) => id)
    const differing = () => certain.filter(id => lastEvents().get(id) !== stored.get(id))
    await expect.poll(differing, { message: 'records whose last event differs' }).toEqual([])
  },
)
