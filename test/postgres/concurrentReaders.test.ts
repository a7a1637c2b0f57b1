import { availableParallelism } from 'node:os'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import type { ApiRequest } from '../../packages/server/messages/ApiRequest.ts'
import { versions } from '../../packages/server/runtime/cache/versions.ts'
import { ClientLedger } from '../../packages/server/runtime/clients/ClientLedger.ts'
import { ConcurrentReaders } from '../../packages/server/threads/readers/ConcurrentReaders.ts'
import { Thread } from '../../packages/server/threads/workers/Thread.ts'
import { copySample } from '../harness/copySample.ts'
import { databaseOf } from '../harness/postgres/testDatabases.ts'

const maxThreads = Math.max(2, availableParallelism())
const readsPerThread = 8
/** A time limit in seconds that no read of a test reaches. */
const queryTimeout = 3_600

/** A thread that never becomes ready. */
class LateThread extends Thread {
  override readonly ready = new Promise<never>(() => undefined)
}

const endpointOf = (wanted: string) =>
  endpoints.findIndex(({ method, path }) => method === wanted && path === '/collections/:collection/records')

/** Opens readers whose threads beyond a number never become ready. */
async function openReaders(readyThreads: number) {
  const { dataDir, remove } = await copySample('magazine', [], 'postgres')
  const config = { dataDir, database: databaseOf(dataDir), encryptionKey: '', queryTimeout }
  const client = new pg.Client(config.database)
  await client.connect()
  const threads: Thread[] = []
  const start = () => {
    const thread = new (threads.length < readyThreads ? Thread : LateThread)({
      role: 'reader',
      config,
      versions: versions().buffer,
    })
    threads.push(thread)
    return thread
  }
  const readers = new ConcurrentReaders(start, new ClientLedger())
  onTestFinished(async () => {
    for (const thread of threads) thread.terminate()
    await readers.close()
    await client.end()
    await remove()
  })
  let kinds = 0
  /** Lists a collection, by default with a parameter that no read has had before, so that its cost is unknown. */
  const list = (collection: string, remoteIp: string, parameter?: string) => {
    kinds += 1
    return readers.perform({
      endpoint: endpointOf('GET'),
      request: {
        method: 'GET',
        url: `/api/collections/${collection}/records`,
        params: { collection },
        query: [
          ['skipTotal', '1'],
          [parameter ?? `kind${kinds}`, ''],
        ],
        headers: {},
        remoteIp,
        body: { kind: 'none' },
      },
      part: 0,
    })
  }
  /** Parses the body of a new record. */
  const parse = (body: object) => {
    const request: ApiRequest = {
      method: 'POST',
      url: '/api/collections/scratch/records',
      params: { collection: 'scratch' },
      query: [],
      headers: {},
      remoteIp: '203.0.113.7',
      body: { kind: 'json', text: JSON.stringify(body) },
    }
    return readers.perform({ endpoint: endpointOf('POST'), request, part: 'parse' })
  }
  /** Makes reads of categories wait until the end of the test, or of the transaction, as if they were slow. */
  const lockCategories = () => client.query('BEGIN; LOCK TABLE categories IN ACCESS EXCLUSIVE MODE')
  const unlockCategories = () => client.query('ROLLBACK')
  const readEndlessly = (remoteIp: string, count: number, parameter?: string) => {
    for (let read = 0; read < count; read += 1) list('categories', remoteIp, parameter).catch(() => undefined)
  }
  const running = () => threads.reduce((sum, { load }) => sum + load, 0)
  const startThreads = async () => {
    // Reads at the same time start another thread each.
    while (threads.length < readyThreads) await Promise.allSettled([1, 2].map(() => list('tags', '192.0.2.1')))
    await Promise.all(threads.map(thread => thread.ready))
  }
  return { readers, threads, startThreads, lockCategories, unlockCategories, list, parse, readEndlessly, running }
}

test('slow reads of one client leave places to the first reads and the slow reads of another client', async () => {
  const { startThreads, lockCategories, list, readEndlessly, running } = await openReaders(maxThreads)
  await startThreads()
  await lockCategories()
  const share = (maxThreads * readsPerThread) / 2 - 1
  readEndlessly('203.0.113.7', 3 * share)
  expect(running()).toBe(share)
  for (let read = 0; read < 3; read += 1) expect(await list('tags', '198.51.100.3')).toMatchObject({ status: 200 })
  readEndlessly('198.51.100.3', 1)
  for (let read = 0; read < 3; read += 1) expect(await list('tags', '198.51.100.4')).toMatchObject({ status: 200 })
  expect(running()).toBe(share + 1)
})

test('slow reads of one client leave a place to the first reads of another client, also if their kind has been quick', async () => {
  const { startThreads, lockCategories, list, readEndlessly, running } = await openReaders(maxThreads)
  await startThreads()
  for (let read = 0; read < 50; read += 1) expect(await list('categories', '203.0.113.7', 'quick')).toMatchObject({ status: 200 })
  await lockCategories()
  readEndlessly('203.0.113.7', 2 * maxThreads * readsPerThread, 'quick')
  for (let read = 0; read < 3; read += 1) expect(await list('tags', '198.51.100.3')).toMatchObject({ status: 200 })
  expect(running()).toBeLessThan(maxThreads * readsPerThread - 2)
})

test('readers start only as many slow reads as the threads that are ready have connections, less two for quick reads', async () => {
  const { readers, threads, lockCategories, readEndlessly } = await openReaders(1)
  const [first] = threads
  await first?.ready
  await lockCategories()
  for (const client of [1, 2, 3, 4]) readEndlessly(`203.0.113.${client}`, 4)
  expect(threads.length).toBeGreaterThan(1)
  expect({ running: first?.load, waiting: readers.load().waiting }).toEqual({ running: 6, waiting: 10 })
})

test('while a read of another client waits, slow first reads of many clients have short turns, and run again later', async () => {
  const { startThreads, lockCategories, unlockCategories, list, running } = await openReaders(maxThreads)
  await startThreads()
  await lockCategories()
  const first = maxThreads * readsPerThread - 2
  const slow = Array.from({ length: first }, (_, number) => list('categories', `203.0.113.${number}`))
  expect(running()).toBe(first)
  for (let read = 0; read < 3; read += 1) expect(await list('tags', '198.51.100.3')).toMatchObject({ status: 200 })
  await unlockCategories()
  expect((await Promise.all(slow)).map(reply => 'status' in reply && reply.status)).toEqual(slow.map(() => 200))
})

test('reads of a kind that has been quick have turns, too', async () => {
  const { startThreads, lockCategories, unlockCategories, list } = await openReaders(maxThreads)
  await startThreads()
  for (let read = 0; read < 50; read += 1) expect(await list('categories', '203.0.113.1', 'quick')).toMatchObject({ status: 200 })
  await lockCategories()
  const slow = Array.from({ length: maxThreads * readsPerThread }, (_, number) =>
    list('categories', `203.0.113.${number}`, 'quick'),
  )
  expect(await list('tags', '198.51.100.3')).toMatchObject({ status: 200 })
  await unlockCategories()
  expect((await Promise.all(slow)).map(reply => 'status' in reply && reply.status)).toEqual(slow.map(() => 200))
})

test('steps that parse large bodies share a thread, and other reads run in another one', async () => {
  const { threads, startThreads, list, parse } = await openReaders(2)
  await startThreads()
  const parsed = parse({ t: 'one' })
  const lists = [1, 2, 3].map(() => list('tags', '198.51.100.3'))
  const alsoParsed = parse({ t: 'two' })
  expect(threads.map(({ load }) => load).toSorted()).toEqual([2, 3])
  await Promise.all([parsed, alsoParsed])
  expect(await Promise.all(lists)).toMatchObject(Array(3).fill({ status: 200 }))
})
