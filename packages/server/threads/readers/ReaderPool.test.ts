import { availableParallelism } from 'node:os'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { slowView, slowViewName } from '../../../../test/harness/slowView.ts'
import { endpoints } from '../../api/routes.ts'
import { versions } from '../../cache/versions.ts'
import { Thread } from '../workers/Thread.ts'
import type { StartReader } from './ReaderMember.ts'
import { ReaderPool } from './ReaderPool.ts'

/** How many threads a pool has when nothing holds them. */
const usual = Math.max(2, availableParallelism())

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const listTask = (collection: string) => ({
  kind: 'request' as const,
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
})

/** A thread that never says that it is there. */
class LateThread extends Thread {
  override readonly ready = new Promise<never>(() => undefined)
}

/** @param growth whether threads beyond the usual number come to be there */
const openPool = async (slowSeconds: number, growth = true) => {
  const { dataDir, remove } = await copySample('magazine', slowView(slowSeconds))
  cleanUp.push(remove)
  const { buffer } = versions()
  const threads: Thread[] = []
  const start: StartReader = slots => {
    const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
    const thread = new (growth || threads.length < usual ? Thread : LateThread)({
      role: 'reader',
      config,
      versions: buffer,
      // Reads of views are the slow statements of these tests.
      allowsViews: true,
      slots: slots.buffer,
    })
    threads.push(thread)
    return thread
  }
  const pool = new ReaderPool(start, 30_000)
  cleanUp.push(() => pool.close())
  // Several reads at once start the usual threads.
  await Promise.all(Array.from({ length: usual }, () => pool.perform(listTask('tags'))))
  await expect.poll(() => threads.length).toBe(usual)
  await Promise.all(threads.map(thread => thread.ready))
  return { pool, threads }
}

test('a thread that dies tells those it was working for, and another takes its place', async () => {
  const { pool, threads } = await openPool(1)
  const slow = pool.perform(listTask(slowViewName)).catch((error: Error) => error.message)
  const working = threads.find(thread => thread.load > 0)
  working?.terminate()
  expect(await slow).toBe('The thread ended before it answered.')
  for (let turn = 0; turn < 20; turn += 1) expect((await pool.perform(listTask('tags'))).status).toBe(200)
})

test('another thread joins before the last free one is held', async () => {
  const { pool, threads } = await openPool(1)
  const slow = Array.from({ length: usual - 1 }, () => pool.perform(listTask(slowViewName)))
  await expect.poll(() => threads.length).toBeGreaterThan(usual)
  await Promise.allSettled(slow)
})

test('reads that nobody knows to be slow, many at once, leave a thread to those that are known to be quick', async () => {
  const { pool } = await openPool(1, false)
  // The first ones cost more, until V8 has compiled their code.
  for (let turn = 0; turn < 100; turn += 1) await pool.perform(listTask('tags'))
  let slowEnds = 0
  const slow = Array.from({ length: 2 * usual }, async () => {
    await pool.perform(listTask(slowViewName))
    slowEnds += 1
  })
  for (let turn = 0; turn < 5; turn += 1) expect((await pool.perform(listTask('tags'))).status).toBe(200)
  expect(slowEnds).toBe(0)
  await Promise.all(slow)
})

test('quick reads are answered while more slow ones run than there are cores', async () => {
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
  const slow = Array.from({ length: usual + 1 }, keepSlow)
  const answersMeanwhile = async () => {
    const before = slowEnds
    const reply = await pool.perform(listTask('tags')).catch(() => undefined)
    return reply?.status === 200 && slowEnds === before
  }
  // One that has to wait for a slow read is never answered before that one ends.
  while (!(await answersMeanwhile()));
  end()
  await Promise.all(slow)
})
