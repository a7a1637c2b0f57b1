import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type EventStream, openCounted, openUnread, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { createResuming } from '../harness/openResuming.ts'
import { readLimits } from '../harness/readLimits.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** Low limits, so that few requests reach them. A client that connects again can have one topic. */
const limits = 'streams=3/1000,absentBytes=1KiB/1MiB,eventBytes=12MiB/96MiB,evaluationMs=300/1000000'
/** Longer than the buffers of the system for a connection that is not read. Two of these events exceed the limit of an address. */
const eventLength = 8_000_000
const records = '/api/collections/scratch/records'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool', args: ['--limits', limits] })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

// The streams of the test before are closed a moment after it.
beforeEach(() => expect.poll(() => usageOf('streams')).toMatchObject({ used: 0 }))

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Creates a record as an admin, whose address has no streams. */
async function create(body: object): Promise<void> {
  const { status, text } = await askApi(server.port, 'POST', records, { token: admin, body })
  expect(status, text.slice(0, 300)).toBe(200)
}

const shownLimits = () => readLimits(server.port, admin)

const usageOf = async (resource: string) => (await shownLimits()).resources.find(({ name }) => name === resource)

const rejectionsOf = async (rejected: string, limit: string) =>
  (await shownLimits()).rejections.filter(({ address, resource }) => address === rejected && resource === limit)

async function listen(address: string, subscriptions: string[], open: typeof openUnread = openCounted): Promise<EventStream> {
  const stream = await open(server.port, from(address))
  onTestFinished(stream.destroy)
  expect(await subscribe(server.port, stream.clientId, subscriptions, from(address))).toBe(204)
  return stream
}

test('streams beyond the limit of an address are rejected with 429, and other addresses can open theirs', async () => {
  const address = '203.0.113.1'
  const [first] = await Promise.all([1, 2, 3].map(() => listen(address, ['scratch/*'])))
  const { status, headers, json } = await askApi(server.port, 'GET', '/api/realtime', { headers: from(address) })
  expect([status, headers.get('Retry-After')]).toEqual([429, '1'])
  const message = 'Too many realtime connections of yours are open. Close some, and try again.'
  expect(json).toEqual({ code: 429, message, data: {} })
  expect(await usageOf('streams')).toMatchObject({ used: 3, largest: 3 })
  expect(await rejectionsOf(address, 'streams')).toMatchObject([{ outcome: 'rejected', scope: 'perClient', count: 1 }])

  const other = await listen('198.51.100.1', ['scratch/*'])
  await create({ t: 'for the streams' })
  await expect.poll(() => [other.arrived(), first?.arrived()]).toEqual([1, 1])
  first?.destroy()
  await expect.poll(() => usageOf('streams')).toMatchObject({ largest: 2 })
  await listen(address, ['scratch/*'])
})

test('the stream of an address whose filters take too long ends, and the streams of others with filters go on', async () => {
  const address = '203.0.113.2'
  // They search the whole text of each record, and match none.
  const filters = Array.from({ length: 500 }, (_, index) => subscriptionWith('scratch', { filter: `t ~ "%a%b${index}%"` }))
  const { clientId } = await listen(address, filters)
  const other = await listen('198.51.100.2', [subscriptionWith('scratch', { filter: 'n > 0' })])
  let changes = 0
  const rejectionsAfterChange = async () => {
    changes += 1
    await create({ t: 'a'.repeat(100_000), n: changes })
    await expect.poll(other.arrived).toBe(changes)
    return rejectionsOf(address, 'evaluationMs')
  }
  await expect.poll(rejectionsAfterChange).toMatchObject([{ outcome: 'rejected', scope: 'perClient' }])
  await expect.poll(() => subscribe(server.port, clientId, ['scratch/*'], from(address))).toBe(404)
  await create({ n: 1 })
  await expect.poll(other.arrived).toBe(changes + 1)
})

test('a client that disconnects when its address has no room for more topics loads its records again, and others receive what they missed', async () => {
  const address = '203.0.113.3'
  const addresses = [address, address, '198.51.100.3']
  const clients = addresses.map(each => createResuming(server.port, { address: each, subscriptions: ['scratch/*'] }))
  for (const client of clients) {
    onTestFinished(client.cut)
    expect(await client.connect()).toBe(204)
    client.cut()
    await expect.poll(() => usageOf('streams')).toMatchObject({ used: 0 })
  }
  expect(await rejectionsOf(address, 'absentBytes')).toMatchObject([{ outcome: 'rejected', scope: 'perClient', count: 1 }])

  await create({ t: 'missed' })
  for (const client of clients) expect(await client.connect()).toBe(204)
  const events = () => clients.map(({ received }) => received.map(({ event }) => event))
  await expect.poll(events).toEqual([['scratch/*'], ['@resync'], ['scratch/*']])
})

test('unread events beyond the limit of an address end its stream with the most, and the streams of others go on', async () => {
  const address = '203.0.113.4'
  const ids = ['unread000000001', 'unread000000002']
  for (const id of ids) await listen(address, [`scratch/${id}`], openUnread)
  const other = await listen('198.51.100.4', ['scratch/*'])
  for (const [index, id] of ids.entries()) {
    await create({ id, t: 'x'.repeat(eventLength - 1_000 * index) })
    await expect.poll(other.arrived).toBe(index + 1)
  }
  const dropped = { outcome: 'dropped', scope: 'perClient', count: 1 }
  await expect.poll(() => rejectionsOf(address, 'eventBytes')).toMatchObject([dropped])
  await expect.poll(() => usageOf('streams')).toMatchObject({ used: 2 })
  const { largest = 0 } = (await usageOf('eventBytes')) ?? {}
  expect(largest).toBeGreaterThan(eventLength - 1_001)
  expect(largest).toBeLessThan(2 * eventLength - 1_000)
  await create({ t: 'read' })
  await expect.poll(other.arrived).toBe(3)
})
