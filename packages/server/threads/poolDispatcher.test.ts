import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { copySample, type Preparation } from '../../../test/harness/copySample.ts'
import { slowView, slowViewName } from '../../../test/harness/slowView.ts'
import { endpoints } from '../api/routes.ts'
import type { ApiReply } from '../request/ApiReply.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import type { Dispatcher } from './Dispatcher.ts'
import { createPoolDispatcher } from './poolDispatcher.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const open = async (prepare: Preparation[] = [], queryTimeout = 30): Promise<Dispatcher> => {
  const { dataDir, remove } = await copySample('magazine', prepare)
  cleanUp.push(remove)
  const dispatcher = await createPoolDispatcher({ dataDir, encryptionKey: '', queryTimeout })
  cleanUp.push(dispatcher.close)
  return dispatcher
}

const ask = (dispatcher: Dispatcher, method: string, path: string, request: Partial<ApiRequest> = {}): Promise<ApiReply> =>
  dispatcher.dispatch(
    endpoints.findIndex(endpoint => endpoint.method === method && endpoint.path === path),
    { method, url: path, params: {}, query: [], headers: {}, remoteIp: '127.0.0.1', body: { kind: 'none' }, ...request },
  )

const list = (dispatcher: Dispatcher, collection: string) =>
  ask(dispatcher, 'GET', '/collections/:collection/records', { params: { collection }, query: [['skipTotal', '1']] })

const create = (dispatcher: Dispatcher, values: object) =>
  ask(dispatcher, 'POST', '/collections/:collection/records', {
    params: { collection: 'scratch' },
    headers: { 'content-type': 'application/json' },
    body: { kind: 'json', text: JSON.stringify(values) },
  })

const jsonOf = ({ json }: ApiReply) => JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))

describe('a pool of threads', () => {
  test('answers reads from readers and changes from the writer, and a reader sees a change that was answered', async () => {
    const dispatcher = await open()
    for (let turn = 0; turn < 20; turn += 1) {
      const { id } = jsonOf(await create(dispatcher, { t: `turn ${turn}` }))
      const viewed = await ask(dispatcher, 'GET', '/collections/:collection/records/:id', {
        params: { collection: 'scratch', id },
      })
      expect(jsonOf(viewed)).toMatchObject({ id, t: `turn ${turn}` })
    }
  })

  test('goes on answering while more slow reads run than there are cores', async () => {
    const dispatcher = await open(slowView(2))
    const cores = availableParallelism()
    let slowAnswers = 0
    const slow = Array.from({ length: cores + 1 }, async () => {
      const reply = await list(dispatcher, slowViewName)
      slowAnswers += 1
      return reply.status
    })
    await wait(100)
    let quickAnswers = 0
    while (slowAnswers === 0) {
      expect((await list(dispatcher, 'tags')).status).toBe(200)
      expect((await ask(dispatcher, 'GET', '/health')).status).toBe(200)
      quickAnswers += 1
    }
    // Had they to wait for a slow read, there would be one at most; a busy machine makes fewer than an idle one.
    expect(quickAnswers).toBeGreaterThan(5)
    expect((await Promise.all(slow)).every(status => status === 200)).toBe(true)
  }, 60_000)

  test('a read that is known to be slow gets its turn while quick ones never stop', async () => {
    const dispatcher = await open(slowView(1))
    expect((await list(dispatcher, slowViewName)).status).toBe(200)
    let isOver = false
    const quick = Array.from({ length: 32 }, async () => {
      while (!isOver) expect((await list(dispatcher, 'tags')).status).toBe(200)
    })
    const slow = await Promise.all([1, 2, 3].map(() => list(dispatcher, slowViewName)))
    isOver = true
    await Promise.all(quick)
    expect(slow.map(({ status }) => status)).toEqual([200, 200, 200])
  }, 60_000)

  test('answers a read that runs into its limit while SQLite still works on it, and serves on', async () => {
    const dispatcher = await open(slowView(4), 1)
    const started = performance.now()
    const reply = await list(dispatcher, slowViewName)
    expect(reply.status).toBe(400)
    expect(performance.now() - started).toBeLessThan(3000)
    expect((await list(dispatcher, 'tags')).status).toBe(200)
  })

  test('adds up what fifty requests add at the same time', async () => {
    const dispatcher = await open()
    const { id } = jsonOf(await create(dispatcher, { n: 10 }))
    const path = '/collections/:collection/records/:id'
    const adding = Array.from({ length: 50 }, () =>
      ask(dispatcher, 'PATCH', path, {
        params: { collection: 'scratch', id },
        headers: { 'content-type': 'application/json' },
        body: { kind: 'json', text: '{"n+": 2}' },
      }),
    )
    expect((await Promise.all(adding)).every(({ status }) => status === 200)).toBe(true)
    expect(jsonOf(await ask(dispatcher, 'GET', path, { params: { collection: 'scratch', id } })).n).toBe(110)
  })

  test('says what is wrong with a directory instead of starting', async () => {
    const opening = createPoolDispatcher({ dataDir: '/dev/null/pb_data', encryptionKey: '', queryTimeout: 30 })
    await expect(opening).rejects.toThrow('/dev/null')
  })
})
