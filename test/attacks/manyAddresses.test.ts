import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { slowFiltersOf } from '../harness/attacks/realtimeAttacks.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type EventStream, openCounted, openUnread, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { createResuming } from '../harness/openResuming.ts'
import { readLimits } from '../harness/readLimits.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** Low limits, so that one change and a few streams reach them. */
const limits = 'streams=4/1000,evaluationMs=1/1000000,sharedChangeBytes=1000/1000'
/** Longer than the buffers of the system for a connection that is not read. */
const eventLength = 8_000_000
const records = '/api/collections/scratch/records'
const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'] as const

let copy: SampleCopy
let server: RunningServer
let admin: string
let bob: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool', args: ['--limits', limits] })
  admin = signToken(copy.dataDir, 'auth', 'admin')
  bob = signToken(copy.dataDir, 'auth', 'users:bob')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

// The streams of the test before are closed a moment after it.
beforeEach(() => expect.poll(() => usageOf('streams')).toMatchObject({ used: 0 }))

/** Returns the headers of a request from an address, of a user if there is a token. */
const from = (address: string, token?: string): Record<string, string> => ({
  'X-Forwarded-For': address,
  ...(token !== undefined && { Authorization: token }),
})

const shownLimits = () => readLimits(server.port, admin)

const usageOf = async (resource: string) => (await shownLimits()).resources.find(({ name }) => name === resource)

/** Creates a record as an admin, whose address has no streams. */
async function create(body: object): Promise<void> {
  const { status, text } = await askApi(server.port, 'POST', records, { token: admin, body })
  expect(status, text.slice(0, 300)).toBe(200)
}

/** Opens a stream from an address, and subscribes with a token. */
async function listen(address: string, subscriptions: string[], token?: string): Promise<EventStream> {
  const stream = await (token === undefined ? openCounted : openUnread)(server.port, from(address))
  onTestFinished(stream.destroy)
  expect(await subscribe(server.port, stream.clientId, subscriptions, from(address, token))).toBe(204)
  return stream
}

test('what the streams of a user hold counts for the user at all addresses together', async () => {
  const streams: EventStream[] = []
  for (const address of addresses) streams.push(await listen(address, ['scratch/*'], bob))
  await create({ t: 'x'.repeat(eventLength) })
  await expect
    .poll(() => usageOf('eventBytes'))
    .toMatchObject({ used: expect.toSatisfy((bytes: number) => bytes > eventLength / 2) })
  /** Everything is of one client. */
  const expectOneClient = async (resource: string) => {
    const { used = 0, largest = 0 } = (await usageOf(resource)) ?? {}
    expect([resource, largest, largest > 0]).toEqual([resource, used, true])
  }
  for (const resource of ['streams', 'subscriptionBytes', 'eventBytes']) await expectOneClient(resource)
  for (const { destroy } of streams) destroy()
  await expect.poll(() => usageOf('streams')).toMatchObject({ used: 0 })
  await expectOneClient('absentBytes')
})

test('a user who has as many streams as one client can have gets no other one from another address, and other users of that address do', async () => {
  const [first] = await Promise.all(addresses.map(address => listen(address, ['scratch/*'], bob)))
  const address = '203.0.113.5'
  const { clientId, destroy } = await openUnread(server.port, from(address))
  onTestFinished(destroy)
  const body = { clientId, subscriptions: ['scratch/*'] }
  const { status, json } = await askApi(server.port, 'POST', '/api/realtime', { headers: from(address, bob), body })
  expect([status, json.message]).toEqual([429, 'Too many realtime connections of yours are open. Close some, and try again.'])
  expect((await shownLimits()).rejections).toContainEqual(
    expect.objectContaining({ address, user: expect.stringMatching(/\/\w{15}$/), resource: 'streams' }),
  )
  first?.destroy()
  await expect.poll(() => usageOf('streams')).toMatchObject({ used: 4, largest: 3 })
  const alice = signToken(copy.dataDir, 'auth', 'users:alice')
  expect(await subscribe(server.port, clientId, ['scratch/*'], from(address, alice))).toBe(204)
  await listen('203.0.113.6', ['scratch/*'], bob)
})

test('a user with slow filters at several addresses has the time of one client, and others receive their events', async () => {
  for (const [number, address] of addresses.entries()) await listen(address, slowFiltersOf(number).slice(0, 20), bob)
  const other = await listen('198.51.100.2', [subscriptionWith('scratch', { filter: 'n > 0' })])
  // None of the addresses has caused anything before, so each of them could evaluate this change.
  await create({ t: 'a'.repeat(100_000), n: 1 })
  await expect.poll(other.arrived).toBe(1)
  const rejected = async () => (await shownLimits()).rejections.filter(({ resource }) => resource === 'evaluationMs')
  await expect.poll(rejected).toContainEqual(expect.objectContaining({ user: expect.stringMatching(/\/\w{15}$/) }))
  await expect.poll(() => usageOf('streams')).toMatchObject({ largest: expect.toSatisfy((count: number) => count < 4) })
})

test('streams without filters end when too many changes wait for them, and their clients receive all of them when they connect again', async () => {
  const settings = { batch: { enabled: true, maxRequests: 50, timeout: 3 } }
  expect((await askApi(server.port, 'PATCH', '/today/api/settings', { token: admin, body: settings })).status).toBe(200)
  const client = createResuming(server.port, { address: '198.51.100.3', subscriptions: ['scratch/*'] })
  onTestFinished(client.cut)
  expect(await client.connect()).toBe(204)
  const created = [1, 2, 3].map(n => ({ method: 'POST', url: records, body: { n, t: 'x'.repeat(600) } }))
  // The changes of a batch are published together, so they wait for each other.
  const { status } = await askApi(server.port, 'POST', '/today/api/batch', { token: admin, body: { requests: created } })
  expect(status).toBe(200)
  await client.ended()
  expect((await shownLimits()).rejections).toContainEqual(expect.objectContaining({ resource: 'sharedChangeBytes' }))
  expect(await client.connect()).toBe(204)
  await expect.poll(() => client.received.map(({ json }) => json.record?.n)).toEqual([1, 2, 3])
  await create({ n: 4 })
  await expect.poll(() => client.received.map(({ json }) => json.record?.n)).toEqual([1, 2, 3, 4])
})
