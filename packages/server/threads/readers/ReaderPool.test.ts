import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { slowView, slowViewName } from '../../../../test/harness/slowView.ts'
import { endpoints } from '../../api/routes.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { Thread } from '../workers/Thread.ts'
import type { StartReader } from './ReaderMember.ts'
import { ReaderPool } from './ReaderPool.ts'

/** Number of threads in a pool without slow reads. */
const baseThreads = Math.max(2, availableParallelism())

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const listTask = (collection: string) => ({
  endpoint: endpoints.findIndex(({ method, path }) => method === 'GET' && path === '/collections/:collection/records'),
  request: {
    method: 'GET',
    url: `/api/collections/${collection}/records`,
    params: { collection },
    query: [['skipTotal', '1']] as [string, string][],
    headers: {},
    remoteIp: '127.0.0.1',
    body: { kind: 'none' as const },
  },
  part: 0,
})

/** A thread that never becomes ready. */
class LateThread extends Thread {
  override readonly ready = new Promise<never>(() => undefined)
}

/**
 * Opens a pool with its base threads. On a machine that takes long to start them, a pool adds another one, so another pool is opened.
 * @param growth whether threads beyond the base number become ready
 */
async function openPool(slowSeconds: number, growth = true): Promise<{ pool: ReaderPool; threads: Thread[] }> {
  const { dataDir, remove } = await copySample('magazine', slowView(slowSeconds))
  cleanUp.push(remove)
  for (;;) {
    const { pool, threads } = await openPoolOf(dataDir, growth)
    cleanUp.push(() => pool.close())
    if (threads.length === baseThreads) return { pool, threads }
  }
}

async function openPoolOf(dataDir: string, growth: boolean) {
  const { buffer } = versions()
  const threads: Thread[] = []
  const start: StartReader = slots => {
    const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
    const thread = new (growth || threads.length < baseThreads ? Thread : LateThread)({
      role: 'reader',
      config,
      versions: buffer,
      // The slow statements of these tests are reads of views.
      allowsViews: true,
      slots: slots.buffer,
    })
    threads.push(thread)
    return thread
  }
  const pool = new ReaderPool(start, 30_000)
  // Concurrent reads start the base threads. They are rejected on a machine that takes long to start them.
  await Promise.allSettled(Array.from({ length: baseThreads }, () => pool.perform(listTask('tags'))))
  await expect.poll(() => threads.length).toBeGreaterThanOrEqual(baseThreads)
  await Promise.all(threads.slice(0, baseThreads).map(thread => thread.ready))
  return { pool, threads }
}

test('the reads of a thread that dies are rejected, and another thread replaces it', async () => {
  const { pool, threads } = await openPool(1)
  const slow = pool.perform(listTask(slowViewName)).catch((error: Error) => error.message)
  const working = threads.find(thread => thread.load > 0)
  working?.terminate()
  expect(await slow).toBe('The thread ended before it responded.')
  for (let turn = 0; turn < 20; turn += 1) expect(await pool.perform(listTask('tags'))).toMatchObject({ status: 200 })
})

test('the pool adds a thread before slow reads block the last free one', async () => {
  const { pool, threads } = await openPool(1)
  const slow = Array.from({ length: baseThreads - 1 }, () => pool.perform(listTask(slowViewName)))
  await expect.poll(() => threads.length).toBeGreaterThan(baseThreads)
  await Promise.allSettled(slow)
})

test('many concurrent reads of unknown cost leave one thread to reads known as quick', async () => {
  const { pool } = await openPool(1, false)
  // The first reads cost more, because V8 has not compiled their code yet.
  for (let turn = 0; turn < 100; turn += 1) await pool.perform(listTask('tags'))
  let slowEnds = 0
  const slow = Array.from({ length: 2 * baseThreads }, async () => {
    await pool.perform(listTask(slowViewName))
    slowEnds += 1
  })
  for (let turn = 0; turn < 5; turn += 1) expect(await pool.perform(listTask('tags'))).toMatchObject({ status: 200 })
  expect(slowEnds).toBe(0)
  await Promise.all(slow)
})

test('quick reads are answered while more slow reads run than there are cores', async () => {
  const { pool } = await openPool(0.5)
  let isOver = false
  const end = () => {
    isOver = true
  }
  onTestFinished(end)
  let slowEnds = 0
  const keepSlow = async () => {
    while (!isOver) {
      await pool.perform(listTask(slowViewName)).catch(() => undefined)
      slowEnds += 1
    }
  }
  const slow = Array.from({ length: baseThreads + 1 }, keepSlow)
  const answersMeanwhile = async () => {
    const before = slowEnds
    const reply = await pool.perform(listTask('tags')).catch(() => undefined)
    return reply?.kind === 'json' && reply.status === 200 && slowEnds === before
  }
  // A quick read that waited behind a slow one would only be answered after a slow read has ended.
  while (!(await answersMeanwhile()));
  end()
  await Promise.all(slow)
})

test('scans leave one thread to quick reads until half a second has passed without any, and then use all', async () => {
  const { pool, threads } = await openPool(0.01, false)
  const settled = async () => {
    do {
      await nextTurn()
    } while (threads.some(({ isWorking }) => isWorking))
  }
  // Three reads in a row make a scan of their kind. The first ones can cost more, because V8 has not compiled their code yet.
  for (let read = 0; read < 6; read += 1) await pool.perform(listTask(slowViewName))
  // The clock stands still, so that the test and not the machine says how long ago the last quick read was.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  // No read of authors has been measured, so the pool does not expect a scan.
  await pool.perform(listTask('authors'))
  const threadsOfScans = async () => {
    await settled()
    const scans = Array.from({ length: 2 * baseThreads }, () => pool.perform(listTask(slowViewName)))
    const working = threads.filter(({ isWorking }) => isWorking).length
    await Promise.all(scans)
    return working
  }
  expect(await threadsOfScans()).toBe(baseThreads - 1)
  now += 500
  expect(await threadsOfScans()).toBe(baseThreads)
})
