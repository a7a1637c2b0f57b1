import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { asJsonReply } from '../../../test/harness/asJsonReply.ts'
import { copySample, type Preparation } from '../../../test/harness/copySample.ts'
import { signToken } from '../../../test/harness/signToken.ts'
import { slowView, slowViewName } from '../../../test/harness/slowView.ts'
import { endpoints } from '../api/routes.ts'
import { packEntries } from '../logs/LogEntry.ts'
import type { JsonReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { jsonOf } from '../messages/json.ts'
import type { Dispatcher } from './dispatchers/Dispatcher.ts'
import { openThreadPool } from './openThreadPool.ts'
import type { Threads } from './Threads.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

let dataDir = ''
const admin = () => signToken(dataDir, 'auth', 'admin')

async function open(prepare: Preparation[] = [], queryTimeout = 30): Promise<Threads> {
  const copy = await copySample('magazine', prepare)
  dataDir = copy.dataDir
  cleanUp.push(copy.remove)
  const threads = await openThreadPool({ dataDir, encryptionKey: '', queryTimeout })
  cleanUp.push(threads.close)
  // On a busy machine, threads start so slowly that the first requests time out.
  await expect.poll(() => list(threads.dispatcher, 'tags'), { timeout: 30_000 }).toMatchObject({ status: 200 })
  return threads
}

const ask = (dispatcher: Dispatcher, method: string, path: string, request: Partial<ApiRequest> = {}): Promise<JsonReply> =>
  dispatcher
    .request(
      endpoints.findIndex(endpoint => endpoint.method === method && endpoint.path === path),
      { method, url: path, params: {}, query: [], headers: {}, remoteIp: '127.0.0.1', body: { kind: 'none' }, ...request },
      0,
    )
    .then(asJsonReply)

const list = (dispatcher: Dispatcher, collection: string) =>
  ask(dispatcher, 'GET', '/collections/:collection/records', { params: { collection }, query: [['skipTotal', '1']] })

const create = (dispatcher: Dispatcher, values: object) =>
  ask(dispatcher, 'POST', '/collections/:collection/records', {
    params: { collection: 'scratch' },
    headers: { 'content-type': 'application/json' },
    body: { kind: 'json', text: JSON.stringify(values) },
  })

const answerOf = ({ json }: JsonReply) => JSON.parse(jsonOf(json))

describe('openThreadPool', () => {
  test('a reader sees every change that the writer has acknowledged', async () => {
    const { dispatcher } = await open()
    for (let turn = 0; turn < 20; turn += 1) {
      const { id } = answerOf(await create(dispatcher, { t: `turn ${turn}` }))
      const viewed = await ask(dispatcher, 'GET', '/collections/:collection/records/:id', {
        params: { collection: 'scratch', id },
      })
      expect(answerOf(viewed)).toMatchObject({ id, t: `turn ${turn}` })
    }
  })

  test('a slow read is answered under a continuous load of quick reads', async () => {
    const { dispatcher } = await open(slowView(0.5))
    expect((await list(dispatcher, slowViewName)).status).toBe(200)
    let isOver = false
    const quick = Array.from({ length: 32 }, async () => {
      while (!isOver) expect((await list(dispatcher, 'tags')).status).toBe(200)
    })
    const slow = await Promise.all([1, 2, 3].map(() => list(dispatcher, slowViewName)))
    isOver = true
    await Promise.all(quick)
    expect(slow.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('kills a read of a view that exceeds the query timeout, and answers later requests', async () => {
    const { dispatcher, isStuck } = await open(slowView(600), 1)
    await expect(list(dispatcher, slowViewName)).rejects.toMatchObject({ reason: 'tooSlow' })
    expect(isStuck()).toBe(false)
    expect((await list(dispatcher, 'tags')).status).toBe(200)
  })

  test('stores log entries while the writer waits for a lock on the database', async () => {
    const { dispatcher, logs } = await open()
    const other = new DatabaseSync(join(dataDir, 'data.db'), { timeout: 10_000 })
    other.exec('BEGIN IMMEDIATE')
    let isHeld = true
    const letGo = setTimeout(() => {
      isHeld = false
      other.close()
    }, 10_000)
    const created = create(dispatcher, { t: 'in the end' })
    const page = packEntries([{ level: 0, message: 'meanwhile', data: '{}', created: Date.now() }])
    await logs.store([page], { maxDays: 5, minLevel: 0, maxBytes: 1_000_000 })
    expect(isHeld).toBe(true)
    const log = new DatabaseSync(join(dataDir, 'logs.db'), { timeout: 10_000 })
    expect(log.prepare(`SELECT COUNT(*) AS stored FROM _logs WHERE message = 'meanwhile'`).get()).toEqual({ stored: 1 })
    log.close()
    clearTimeout(letGo)
    other.close()
    expect((await created).status).toBe(200)
  })

  test('applies every one of fifty concurrent increments', async () => {
    const { dispatcher } = await open()
    const { id } = answerOf(await create(dispatcher, { n: 10 }))
    const path = '/collections/:collection/records/:id'
    const adding = Array.from({ length: 50 }, () =>
      ask(dispatcher, 'PATCH', path, {
        params: { collection: 'scratch', id },
        headers: { 'content-type': 'application/json' },
        body: { kind: 'json', text: '{"n+": 2}' },
      }),
    )
    expect((await Promise.all(adding)).every(({ status }) => status === 200)).toBe(true)
    expect(answerOf(await ask(dispatcher, 'GET', path, { params: { collection: 'scratch', id } })).n).toBe(110)
  })

  test('regains the thread soon after a read with an endless filter times out', async () => {
    const comments = {
      sql: `INSERT INTO comments (id, post, approved, body)
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000)
        SELECT printf('comment%08d', 1000 + n), 'post00000000002', TRUE, 'comment' FROM c`,
    }
    const { dispatcher, isStuck } = await open([comments], 1)
    const filter = 'comments_via_post.post.comments_via_post.post.comments_via_post.body != "nothing"'
    const query: [string, string][] = [['filter', filter]]
    const read = ask(dispatcher, 'GET', '/collections/:collection/records', { params: { collection: 'posts' }, query })
    // Either SQLite notices the deadline of the statement, or the pool the time of the read.
    const outcome = await read.then(
      ({ status }) => status,
      ({ reason }) => reason,
    )
    expect([400, 'tooSlow']).toContain(outcome)
    await expect.poll(isStuck).toBe(false)
  })

  test('rejects with the path of a data directory that cannot be opened', async () => {
    const opening = openThreadPool({ dataDir: '/dev/null/pb_data', encryptionKey: '', queryTimeout: 30 })
    await expect(opening).rejects.toThrow('/dev/null')
  })
})

describe('the response cache of a pool of threads', () => {
  const path = '/collections/:collection/records'
  const endpoint = endpoints.findIndex(one => one.method === 'GET' && one.path === path)
  const read = async (dispatcher: Dispatcher, collection: string, query: [string, string][] = [], headers = {}) => {
    const url = `/api/collections/${collection}/records?${new URLSearchParams(query)}`
    // The first read in a thread loads all collections, so its response depends on all of them.
    for (let turn = 0; turn < 6; turn += 1) await ask(dispatcher, 'GET', path, { url, params: { collection }, query, headers })
    return { isKept: () => dispatcher.findCached(endpoint, { url, headers }) !== undefined }
  }

  test('a change invalidates only cached responses that read the changed collection', async () => {
    const { dispatcher } = await open()
    const scratch = await read(dispatcher, 'scratch')
    const tags = await read(dispatcher, 'tags')
    expect([scratch.isKept(), tags.isKept()]).toEqual([true, true])
    await create(dispatcher, { t: 'new' })
    expect([scratch.isKept(), tags.isKept()]).toEqual([false, true])
  })

  test('a change to a table that a view reads invalidates the cached responses of the view', async () => {
    const { dispatcher } = await open([
      { sql: "UPDATE _collections SET listRule = '', viewRule = '' WHERE name IN ('author_totals', 'posts')" },
    ])
    const totals = await read(dispatcher, 'author_totals')
    await create(dispatcher, { t: 'of another collection' })
    expect(totals.isKept()).toBe(true)
    const { status } = await ask(dispatcher, 'PATCH', '/collections/:collection/records/:id', {
      params: { collection: 'posts', id: 'post00000000001' },
      headers: { 'content-type': 'application/json', authorization: admin() },
      body: { kind: 'json', text: '{"views":1}' },
    })
    expect([status, totals.isKept()]).toEqual([200, false])
  })

  test.each<[string, string, [string, string][]]>([
    ['depends on the time by its rule', 'posts', []],
    ['depends on the time by its filter', 'tags', [['filter', 'created < @now']]],
    ['is in random order', 'tags', [['sort', '@random']]],
    ['is an error', 'secrets', []],
    ['depends on request headers by its rule', 'settings_kv', []],
  ])('a response that %s is not cached', async (_, collection, query) => {
    const { dispatcher } = await open([
      { sql: "UPDATE _collections SET listRule = '@request.headers.a = \"\"' WHERE name = 'settings_kv'" },
    ])
    expect((await read(dispatcher, collection, query)).isKept()).toBe(false)
  })

  test('a cached response expires with the token of its request', async () => {
    const { dispatcher } = await open()
    const authorization = signToken(dataDir, 'auth', 'admin', { exp: '60' })
    const tags = await read(dispatcher, 'tags', [], { authorization })
    expect(tags.isKept()).toBe(true)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(tags.isKept()).toBe(false)
  })

  test('a cached response is only returned for the same authorization header', async () => {
    const { dispatcher } = await open()
    const url = '/api/collections/tags/records?'
    const authorization = admin()
    expect((await read(dispatcher, 'tags', [], { authorization })).isKept()).toBe(true)
    expect(dispatcher.findCached(endpoint, { url, headers: {} })).toBeUndefined()
    expect(dispatcher.findCached(endpoint, { url, headers: { authorization: 'another' } })).toBeUndefined()
  })
})
