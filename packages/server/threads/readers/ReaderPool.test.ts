import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slowView, slowViewName } from '../../../../test/harness/slowView.ts'
import { Thread } from '../workers/Thread.ts'
import { baseThreads, listTask, openReaderPool } from './testing/openReaderPool.ts'

/** A thread that never becomes ready. */
class LateThread extends Thread {
  override readonly ready = new Promise<never>(() => undefined)
}

/** @param growth whether threads beyond the base number become ready */
const openPool = (slowSeconds: number, growth = true) =>
  openReaderPool<Thread>({
    prepare: slowView(slowSeconds),
    create: (start, _, index) => new (growth || index < baseThreads ? Thread : LateThread)(start),
  })

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
  // On a busy machine, the last ones are rejected while they wait for the others.
  const slow = Promise.allSettled(
    Array.from({ length: 2 * baseThreads }, async () => {
      await pool.perform(listTask(slowViewName))
      slowEnds += 1
    }),
  )
  for (let turn = 0; turn < 5; turn += 1) expect(await pool.perform(listTask('tags'))).toMatchObject({ status: 200 })
  expect(slowEnds).toBe(0)
  await slow
})

test('quick reads are answered while more slow reads run than there are cores', async () => {
  const { pool } = await openPool(0.5)
  let isOver = false
  const end = () => {
    isOver = true
  }
  onTestFinished(end)
  let slowEnds = 0
  // Reads that could block one thread too many are returned at once. Without a turn of the event loop, the pool would never learn that
  // others have ended.
  const keepSlow = async () => {
    for (; !isOver; await nextTurn()) {
      const reply = await pool.perform(listTask(slowViewName)).catch(() => undefined)
      if (reply?.kind !== 'needsProcess') slowEnds += 1
    }
  }
  const slow = Array.from({ length: baseThreads + 1 }, keepSlow)
  const answersMeanwhile = async () => {
    const before = slowEnds
    const reply = await pool.perform(listTask('tags')).catch(() => undefined)
    return reply?.kind === 'json' && reply.status === 200 && slowEnds === before
  }
  // A quick read that waited behind a slow one would only be answered after a slow read has ended.
  while (!(await answersMeanwhile())) await nextTurn()
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
