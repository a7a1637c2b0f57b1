import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../harness/askApi.ts'
import { longTopicsOf, slowFiltersOf } from '../harness/attacks/realtimeAttacks.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { openUnread, subscriptionWith } from '../harness/eventStreams.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/${path}`, requestOptions)

const records = 'collections/scratch/records'
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const withQuery = (query: object) => subscriptionWith('scratch', query)
const openDeaf = (address: string) => openUnread(server.port, { 'X-Forwarded-For': address })

const subscribe = (clientId: string, subscriptions: string[]) =>
  ask('POST', 'realtime', { body: { clientId, subscriptions }, timeoutMs: 30_000 })

/** Opens a stream that is read. */
async function listen(subscriptions: string[]) {
  const listener = await openListener(server.port)
  expect((await subscribe(listener.clientId, subscriptions)).status).toBe(204)
  return listener
}

/** Returns the amount of a resource that all clients use by the account of the server. */
async function usedOf(name: string): Promise<number | undefined> {
  const { json } = await ask('GET', 'load/limits', { token: admin })
  return (json.resources as { name: string; used: number }[]).find(resource => resource.name === name)?.used
}

test('subscriptions whose texts fill the memory of an address are rejected with 429, and subscriptions of others work', async () => {
  const streams = await Promise.all(numbers(20).map(() => openDeaf('198.51.100.77')))
  const statuses: number[] = []
  for (const [index, { clientId }] of streams.entries()) statuses.push((await subscribe(clientId, longTopicsOf(index))).status)
  expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204])
  expect(statuses).toContain(429)
  const other = await listen(['scratch/*'])
  await ask('POST', records, { body: { t: 'for others' }, token: admin })
  await expect.poll(other.arrived).toBe(1)
  for (const { destroy } of streams) destroy()
  other.close()
})

test('a client with a thousand slow filters delays no event of others, also of deletions', async () => {
  for (const n of numbers(300)) await ask('POST', records, { body: { t: `record ${n}`, n }, token: admin })
  const streams = await Promise.all(numbers(3).map(() => openDeaf('198.51.100.99')))
  for (const [stream, { clientId }] of streams.entries()) {
    expect((await subscribe(clientId, slowFiltersOf(stream))).status).toBe(204)
  }
  const other = await listen([withQuery({ filter: 'n = 7777' }), 'scratch/*'])
  const { json } = await ask('POST', records, { body: { t: 'a'.repeat(100_000), n: 7777 }, token: admin })
  await expect.poll(other.arrived).toBe(2)
  // The six turns of the attacker wait while the other client receives its events.
  expect(await usedOf('changeBytes')).toBeGreaterThan(0)
  for (const n of numbers(20)) {
    expect((await ask('PATCH', `${records}/${json.id}`, { body: { b: n % 2 === 0 }, token: admin })).status).toBe(200)
  }
  expect((await ask('DELETE', `${records}/${json.id}`, { token: admin })).status).toBe(204)
  await expect.poll(other.arrived).toBe(2 * 22)
  for (const { destroy } of streams) destroy()
  other.close()
})

test('2,000 streams behind one address are served', async () => {
  const listeners: Awaited<ReturnType<typeof listen>>[] = []
  for (const _ of numbers(20)) listeners.push(...(await Promise.all(numbers(100).map(() => listen(['scratch/*'])))))
  await ask('POST', records, { body: { t: 'for all' }, token: admin })
  await expect.poll(() => listeners.every(({ arrived }) => arrived() === 1), { timeout: 60_000 }).toBe(true)
  for (const { close } of listeners) close()
})
