import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let sample: SampleCopy
let server: RunningServer
let admin: string
let alice: string

beforeAll(async () => {
  sample = await copySample('magazine')
  admin = signToken(sample.dataDir, 'auth', 'admin')
  alice = signToken(sample.dataDir, 'auth', 'users:alice')
  server = await startServer({ dataDir: sample.dataDir, threads: 'pool' })
})

afterAll(async () => {
  await server.stop()
  await sample.remove()
})

/** Reads the total of a list; asks several times, so that each thread responds, both with and without a cached count. */
async function total(collection: string, filter: string, token = admin): Promise<number> {
  const path = `/api/collections/${collection}/records?perPage=1&filter=${encodeURIComponent(filter)}`
  const responses = await Promise.all(Array.from({ length: 12 }, () => askApi(server.port, 'GET', path, { token })))
  const totals = new Set(responses.map(({ json }) => Number(json.totalItems)))
  expect([...totals]).toHaveLength(1)
  return [...totals][0] ?? Number.NaN
}

async function write(method: string, path: string, body?: object) {
  const response = await askApi(server.port, method, `/api/collections/${path}`, { token: admin, ...(body ? { body } : {}) })
  expect(response.status).toBeLessThan(300)
  return String(response.json.id)
}

test('the total of a list includes a record from the response to its creation until the response to its deletion', async () => {
  const before = await total('scratch', '')
  const id = await write('POST', 'scratch/records', { t: 'counted' })
  expect(await total('scratch', '')).toBe(before + 1)
  expect(await total('scratch', 't = "counted"')).toBe(1)
  await write('PATCH', `scratch/records/${id}`, { t: 'changed' })
  expect(await total('scratch', 't = "counted"')).toBe(0)
  await write('DELETE', `scratch/records/${id}`)
  expect(await total('scratch', '')).toBe(before)
})

test('the total of a filtered list follows changes of related records', async () => {
  const target = await write('POST', 'scratch/records', { t: 'target' })
  await write('POST', 'scratch/records', { t: 'one', r1: target })
  const tag = await write('POST', 'tags/records', { name: 'first', kind: 'topic' })
  const post = (await askApi(server.port, 'GET', '/api/collections/posts/records?perPage=1', { token: admin })).json.items as {
    id: string
  }[]
  await write('PATCH', `posts/records/${post[0]?.id}`, { tags: [tag] })
  const filters = [
    ['scratch', 'r1.t = "target"', 1],
    ['posts', 'tags.name ?= "first"', 1],
    ['tags', 'posts_via_tags.id ?!= "" && name = "first"', 1],
    ['tags', '@collection.posts.tags.name ?= "first" && name = "first"', 1],
  ] as const
  for (const [collection, filter, count] of filters) expect(await total(collection, filter), filter).toBe(count)
  await write('PATCH', `scratch/records/${target}`, { t: 'other' })
  await write('PATCH', `tags/records/${tag}`, { name: 'second' })
  for (const [collection, filter] of filters) expect(await total(collection, filter), filter).toBe(0)
  await write('PATCH', `tags/records/${tag}`, { name: 'first' })
  await write('DELETE', `tags/records/${tag}`)
  for (const [collection, filter] of filters) expect(await total(collection, filter), filter).toBe(0)
})

test("the total of a list with a rule follows changes of the requester's auth record", async () => {
  const asChief = await total('posts', '', alice)
  await write('PATCH', 'users/records/alice0000000001', { role: 'reader' })
  const asReader = await total('posts', '', alice)
  expect(asReader).toBeLessThan(asChief)
  await write('PATCH', 'users/records/alice0000000001', { role: 'chief' })
  expect(await total('posts', '', alice)).toBe(asChief)
})

/** Reads the record count of each collection, several times, as for a total. */
async function allCounts(): Promise<Record<string, number>> {
  const ask = () => askApi(server.port, 'GET', '/api/collections/record-counts', { token: admin })
  const texts = (await Promise.all(Array.from({ length: 12 }, ask))).map(({ text }) => text)
  expect(new Set(texts).size).toBe(1)
  return JSON.parse(texts[0] ?? '{}')
}

test('one request returns the record counts of all collections but views, and they follow every change', async () => {
  const { json } = await askApi(server.port, 'GET', '/api/collections?perPage=100&sort=name', { token: admin })
  const collections = json.items as { id: string; name: string; type: string }[]
  const listed = async () => {
    const tables = collections.filter(({ type }) => type !== 'view')
    return Object.fromEntries(await Promise.all(tables.map(async ({ id, name }) => [id, await total(name, '')])))
  }
  const before = await allCounts()
  expect(Object.keys(before).length).toBeLessThan(collections.length)
  expect(before).toEqual(await listed())

  const { id: scratch = '' } = collections.find(({ name }) => name === 'scratch') ?? {}
  const record = await write('POST', 'scratch/records', { t: 'counted' })
  expect(await allCounts()).toEqual({ ...before, [scratch]: (before[scratch] ?? 0) + 1 })
  await write('DELETE', `scratch/records/${record}`)
  expect(await allCounts()).toEqual(before)

  // A temporary collection whose name is an SQL keyword.
  const made = await write('POST', '', { name: 'order', type: 'base', schema: [{ name: 'a', type: 'text' }] })
  await write('POST', 'order/records', { a: '1' })
  expect(await allCounts()).toEqual({ ...before, [made]: 1 })
  expect((await askApi(server.port, 'DELETE', '/api/collections/order', { token: admin })).status).toBe(204)
  expect(await allCounts()).toEqual(before)
})

test('the total of a view follows every change', async () => {
  const before = await total('post_stats', '')
  const posts = (await askApi(server.port, 'GET', '/api/collections/posts/records?perPage=1', { token: admin })).json
  const [post] = posts.items as { id: string }[]
  await write('DELETE', `posts/records/${post?.id}`)
  expect(await total('post_stats', '')).toBe(before - 1)
})

test('the total of a view that depends on the time follows the time, also without any change', async () => {
  const start = Date.now()
  const delays = Array.from({ length: 30 }, (_, index) => (index + 1) * 1000)
  for (const delay of delays) await write('POST', 'scratch/records', { t: 'due', d: new Date(start + delay).toISOString() })
  const query = "SELECT id, d FROM scratch WHERE t = 'due' AND d <= strftime('%Y-%m-%d %H:%M:%fZ', 'now')"
  await write('POST', '', { name: 'due', type: 'view', options: { query } })
  const dueAt = (time: number) => delays.filter(delay => start + delay <= time).length
  for (let round = 0; round < 4; round += 1) {
    const before = Date.now()
    const { json } = await askApi(server.port, 'GET', '/api/collections/due/records?perPage=1', { token: admin })
    const after = Date.now()
    expect(json.totalItems).toBeGreaterThanOrEqual(dueAt(before))
    expect(json.totalItems).toBeLessThanOrEqual(dueAt(after))
    // By then, another record is due.
    await wait(1_100)
  }
})

test('totals stay correct while records are created and deleted concurrently', async () => {
  const before = await total('scratch', 't ~ "storm"')
  const storm = Array.from({ length: 60 }, async (_, number) => {
    const id = await write('POST', 'scratch/records', { t: `storm ${number}` })
    expect(await total('scratch', `t = "storm ${number}"`)).toBe(1)
    if (number % 2 === 0) await write('DELETE', `scratch/records/${id}`)
  })
  await Promise.all(storm)
  expect(await total('scratch', 't ~ "storm"')).toBe(before + 30)
})
