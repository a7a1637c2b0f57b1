import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { differences, type RecordState, readStored, StormClient, storms } from './harness/StormClient.ts'
import { StormFollower } from './harness/StormFollower.ts'
import { startWithAdmin } from './harness/startWithAdmin.ts'

const clientCount = 8
const records = `/api/collections/${storms}/records`
const everyone = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }

/** Creates the collection of the storm, and the record that all its records refer to, on which their list rule depends. */
async function createCollections(port: number, token: string): Promise<string> {
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

/** Reads all records through the API, which may answer from its cache. */
async function readListed(port: number): Promise<Map<string, RecordState>> {
  const listed = new Map<string, RecordState>()
  for (let page = 1; ; page += 1) {
    const { status, json } = await askApi(port, 'GET', `${records}?perPage=500&page=${page}&sort=id`)
    expect(status).toBe(200)
    const items = json.items as { id: string; count: number }[]
    for (const { id, count } of items) listed.set(id, count)
    if (items.length === 0) return listed
  }
}

/** Waits until the server answers a change and a read that is not cached. */
async function untilItWorks(port: number, parent: string): Promise<void> {
  const path = `/api/collections/parents/records/${parent}`
  for (;;) {
    const written = await askApi(port, 'PATCH', path, { body: { title: 'visible' } })
    const read = await askApi(port, 'GET', `${path}?fields=id,${Math.random().toString(36).slice(2)}`)
    if (written.status === 200 && read.status === 200) return
    await wait(20)
  }
}

/** A database whose server fails and comes back. */
interface Installation {
  /** The address that the server is started with. */
  address: string
  rounds: number
  fail: () => Promise<void>
  recover: () => Promise<void>
  /** The address of the database after the last round. */
  addressAtEnd: string
}

async function openAlone(fault: 'kill' | 'stop'): Promise<Installation> {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const address = await postgres.createDatabase()
  return { address, addressAtEnd: address, rounds: 3, fail: postgres[fault], recover: postgres.start }
}

async function openPair(): Promise<Installation> {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const addressAtStart = new URL(await postgres.createDatabase())
  const standby = await postgres.openStandby()
  onTestFinished(standby.close)
  const addressAtEnd = new URL(addressAtStart)
  addressAtEnd.port = new URL(standby.address).port
  return {
    // The standby comes first, so that the server has to look for the primary.
    address: addressAtStart.href.replace(addressAtStart.host, `${addressAtEnd.host},${addressAtStart.host}`),
    addressAtEnd: addressAtEnd.href,
    rounds: 1,
    fail: postgres.kill,
    recover: standby.promote,
  }
}

const faults: Record<string, () => Promise<Installation>> = {
  'all processes are killed three times': () => openAlone('kill'),
  'an administrator restarts PostgreSQL three times': () => openAlone('stop'),
  'the primary is killed and its standby is promoted': openPair,
}

test.each(Object.entries(faults))(
  'no acknowledged change is lost and no answer is wrong while %s under load',
  { timeout: 300_000 },
  async (_, open) => {
    const { address, addressAtEnd, rounds, fail, recover } = await open()
    const { server, token } = await startWithAdmin(address)
    const { port } = server
    const parent = await createCollections(port, token)
    const follower = new StormFollower(port, () => readListed(port))
    onTestFinished(() => follower.stop())
    await follower.start()
    const clients = Array.from({ length: clientCount }, (_, index) => new StormClient(port, `client${index}`, parent))
    const running = clients.map(client => client.run())
    const made = () => clients.reduce((sum, { answers }) => sum + answers.made, 0)

    for (let round = 0; round < rounds; round += 1) {
      const before = made()
      await expect.poll(made).toBeGreaterThan(before + 60)
      await fail()
      await wait(200 + Math.random() * 1300)
      await recover()
      await untilItWorks(port, parent)
    }
    const atEnd = made()
    await expect.poll(made).toBeGreaterThan(atEnd + 30)
    for (const client of clients) client.stop()
    await Promise.all(running)

    expect(clients.flatMap(({ wrong }) => wrong)).toEqual([])
    const [stored, listed] = [await readStored(addressAtEnd), await readListed(port)]
    expect(listed).toEqual(stored)
    const states = new Map(clients.flatMap(client => [...client.states]))
    expect(differences(states, stored)).toEqual([])
    expect([...stored.keys()].filter(id => !states.has(id))).toEqual([])
    // A change with an unknown outcome may have no event, and a record that never existed has none.
    const certain = [...states].filter(([, possible]) => possible.length === 1).map(([id]) => id)
    const differing = () => certain.filter(id => follower.shown.get(id) !== stored.get(id))
    await expect.poll(differing, { message: 'records that are shown otherwise than stored' }).toEqual([])
    // The events of all other changes arrive on the same stream.
    const unknown = clients.reduce((sum, { answers }) => sum + answers.unknown, 0)
    expect(unknown > 0 || follower.interruptions === 0, 'the stream has ended although all outcomes are known').toBe(true)
  },
)
