import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../harness/askApi.ts'
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

const megabytes = () => Math.round((process.memoryUsage().rss - rssAtStart) / 1024 / 1024)
let rssAtStart = 0
beforeAll(() => {
  rssAtStart = process.memoryUsage().rss
})

test('long events that nobody reads are stored once for all streams, and delay nobody', { timeout: 60_000 }, async () => {
  const reader = await listen(['scratch/*'])
  const deaf = await Promise.all(numbers(50).map(index => openDeaf(`198.51.100.${index}`)))
  for (const { clientId } of deaf) expect((await subscribe(clientId, ['scratch/*'])).status).toBe(204)
  const before = megabytes()
  const { status, json } = await ask('POST', records, { body: { t: 'x'.repeat(900_000) }, token: admin })
  expect(status).toBe(200)
  await expect.poll(reader.arrived, { timeout: 10_000 }).toBe(1)
  // A copy for each stream would be 45 MB for each event, 270 MB in all; the reader of the test and garbage take a part, too.
  for (const n of numbers(5)) {
    await ask('PATCH', `${records}/${json.id}`, { body: { n, t: `${n}${'x'.repeat(900_000)}` }, token: admin })
  }
  await expect.poll(reader.arrived, { timeout: 10_000 }).toBe(6)
  expect(megabytes() - before).toBeLessThan(220)
  const startedAt = performance.now()
  expect((await ask('GET', 'collections/tags/records')).status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  for (const { destroy } of deaf) destroy()
  reader.close()
})

test('subscriptions whose texts fill the memory of an address are rejected with 429, and subscriptions of others work', {
  timeout: 120_000,
}, async () => {
  const topics = (stream: number) => numbers(1000).map(index => `scratch/${stream}/${index}/${'x'.repeat(2_400)}`)
  const streams = await Promise.all(numbers(20).map(() => openDeaf('198.51.100.77')))
  const statuses: number[] = []
  for (const [index, { clientId }] of streams.entries()) statuses.push((await subscribe(clientId, topics(index))).status)
  expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204])
  expect(statuses).toContain(429)
  const other = await listen(['scratch/*'])
  await ask('POST', records, { body: { t: 'for others' }, token: admin })
  await expect.poll(other.arrived).toBe(1)
  for (const { destroy } of streams) destroy()
  other.close()
})

test('subscriptions that differ only in options that no rule reads share one evaluation and one text', {
  timeout: 60_000,
}, async () => {
  const deaf = await openDeaf('198.51.100.88')
  const unused = numbers(1000).map(turn => withQuery({ fields: 'id,t', turn }))
  expect((await subscribe(deaf.clientId, unused)).status).toBe(204)
  const other = await listen([withQuery({ filter: 't != ""' }), 'scratch/*'])
  const before = megabytes()
  const startedAt = performance.now()
  expect((await ask('POST', records, { body: { t: 'y'.repeat(900_000) }, token: admin })).status).toBe(200)
  await expect.poll(other.arrived, { timeout: 10_000 }).toBe(2)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(megabytes() - before).toBeLessThan(200)
  deaf.destroy()
  other.close()
})

test('a client with a thousand slow filters delays only itself, also for deletions', { timeout: 120_000 }, async () => {
  for (const n of numbers(300)) await ask('POST', records, { body: { t: `record ${n}`, n }, token: admin })
  const slow = numbers(1000).map(index => withQuery({ filter: `@now > "" || t ~ "${'%a'.repeat(200)}${index}"` }))
  const streams = await Promise.all(numbers(3).map(() => openDeaf('198.51.100.99')))
  for (const { clientId } of streams) expect((await subscribe(clientId, slow)).status).toBe(204)
  const other = await listen([withQuery({ filter: 'n = 7777' }), 'scratch/*'])
  const { json } = await ask('POST', records, { body: { t: 'a'.repeat(100_000), n: 7777 }, token: admin })
  await expect.poll(other.arrived, { timeout: 5_000 }).toBe(2)
  const times: number[] = []
  for (const n of numbers(20)) {
    const startedAt = performance.now()
    await ask('PATCH', `${records}/${json.id}`, { body: { b: n % 2 === 0 }, token: admin })
    times.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  expect((await ask('DELETE', `${records}/${json.id}`, { token: admin })).status).toBe(204)
  times.push(performance.now() - startedAt)
  expect(Math.max(...times)).toBeLessThan(2_000)
  await expect.poll(other.arrived, { timeout: 10_000 }).toBe(2 * 22)
  for (const { destroy } of streams) destroy()
  other.close()
})

test('2,000 streams behind one address are served', { timeout: 120_000 }, async () => {
  const listeners: Awaited<ReturnType<typeof listen>>[] = []
  for (const _ of numbers(20)) listeners.push(...(await Promise.all(numbers(100).map(() => listen(['scratch/*'])))))
  await ask('POST', records, { body: { t: 'for all' }, token: admin })
  await expect.poll(() => listeners.every(({ arrived }) => arrived() === 1), { timeout: 20_000 }).toBe(true)
  for (const { close } of listeners) close()
  await wait(0)
})
