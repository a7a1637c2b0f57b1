import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { DescribeRequest } from '../../realtime/DescribedEvents.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import type { ReaderPool } from './ReaderPool.ts'
import { attackers, BlockableThread, harmless } from './testing/BlockableThread.ts'
import { baseThreads, listTask, openReaderPool } from './testing/openReaderPool.ts'

const timeLimit = 3_600_000
/** How long a read or evaluation has run that blocks a thread: within its time limit, or beyond it. */
const withinLimitMs = timeLimit / 2
const beyondLimitMs = 2 * timeLimit

const attacker = `${attackers}7`
const other = '198.51.100.3'

/** A thread that never becomes ready. */
class LateThread extends BlockableThread {
  override readonly ready = new Promise<never>(() => undefined)
}

interface OpenOptions {
  /** How long what blocks a thread other than the first has run; by default the same as in the first one. */
  blockedElsewhereMs?: number
  /** Whether threads beyond the base number become ready; by default they do. */
  growth?: boolean
}

/** Opens a pool whose threads are blocked by reads and evaluations of attackers, and that knows the cost of reads of one collection. */
async function open(blockedMs: number, { blockedElsewhereMs = blockedMs, growth = true }: OpenOptions = {}) {
  const { pool, threads } = await openReaderPool({
    timeLimit,
    create: (start, slots, index) =>
      new (growth || index < baseThreads ? BlockableThread : LateThread)(
        start,
        slots,
        index === 0 ? blockedMs : blockedElsewhereMs,
      ),
  })
  const unblock = () => {
    for (const thread of threads) thread.unblock()
  }
  onTestFinished(unblock)
  await learnCost(pool, harmless)
  await nextTurn()
  const [thread] = threads
  if (!thread) throw new Error('The pool has no thread.')
  /** Returns a read that is repeated while it is rejected, because the machine takes long to start threads. */
  const poll = (task: RequestTask) => expect.poll(() => pool.perform(task).catch(({ reason }) => reason), { timeout: 100_000 })
  return { pool, threads, thread, unblock, poll }
}

/** Asks for the events of a change of a collection that does not exist anymore. */
const changeFor = (client: string): DescribeRequest => ({
  change: {
    action: 'update',
    collection: { id: 'removed', name: 'removed', listRule: '', viewRule: '' },
    recordId: 'removed00000001',
    changedAt: '2026-01-01 00:00:00.000Z',
  },
  audiences: [],
  client,
})

/** Lets the pool learn that reads of a collection are quick. */
async function learnCost(pool: ReaderPool, collection: string): Promise<void> {
  for (let read = 0; read < 5; read += 1) await pool.perform(listTask(collection, other))
}

const readByAttacker =
  (...collections: string[]) =>
  (pool: ReaderPool): Promise<unknown>[] =>
    collections.map(collection => pool.perform(listTask(collection, attacker)))

const answered = expect.objectContaining({ status: 200 })

test('a call beside a read that blocks their thread is answered by another thread', async () => {
  const { pool, thread } = await open(withinLimitMs)
  thread.hold()
  const call = pool.performConcurrently(listTask(harmless))
  const read = pool.perform(listTask('posts', attacker))
  expect(thread.waiting).toEqual(['requests.run', 'read'])
  expect(await call).toEqual(answered)
  expect(thread.waiting).toEqual(['requests.run', 'read'])
  thread.unblock()
  expect(await read).toEqual(answered)
})

test('an evaluation that blocks its thread stays there, and what is beside it is answered by other threads', async () => {
  const { pool, thread, threads } = await open(withinLimitMs)
  thread.hold()
  const call = pool.performConcurrently(listTask(harmless))
  const ofOther = pool.describe(changeFor(other))
  const blocking = pool.describe(changeFor(attacker))
  expect(thread.waiting).toEqual(['requests.run', 'realtime.describe', 'realtime.describe'])
  expect(await call).toEqual(answered)
  expect(await ofOther).toMatchObject({ texts: [] })
  const sentElsewhere = threads.filter(one => one !== thread).flatMap(({ sent }) => sent)
  expect(sentElsewhere.filter(name => name === 'realtime.describe')).toHaveLength(1)
  thread.unblock()
  expect(await blocking).toMatchObject({ texts: [] })
})

test('the reads behind an evaluation that blocks their thread do not wait for its end', async () => {
  const { pool, thread } = await open(withinLimitMs)
  thread.hold()
  const read = pool.perform(listTask('authors'))
  const blocking = pool.describe(changeFor(attacker))
  expect(thread.waiting).toEqual(['read', 'realtime.describe'])
  // A machine can take long to start another thread. Then a process continues.
  expect(['json', 'needsProcess']).toContain((await read).kind)
  expect(thread.waiting).toEqual(['read', 'realtime.describe'])
  thread.unblock()
  await blocking
})

test('if all threads are blocked, another one starts and answers a call', async () => {
  const { pool, threads, unblock } = await open(withinLimitMs)
  const blocking: Promise<unknown>[] = []
  while (threads.some(({ waiting }) => waiting.length === 0)) blocking.push(pool.describe(changeFor(attacker)))
  const { length } = threads
  expect(await pool.performConcurrently(listTask(harmless))).toEqual(answered)
  expect(threads.length).toBeGreaterThan(length)
  unblock()
  await Promise.all(blocking)
})

test('a call with effects is sent to one thread only, and to none that is blocked', async () => {
  const { pool, thread, threads } = await open(withinLimitMs)
  thread.hold()
  const call = pool.performOnce(listTask(harmless))
  const read = pool.perform(listTask('posts', attacker))
  expect(await call).toEqual(answered)
  expect(thread.waiting).toEqual(['thread.ping', 'read'])
  expect(threads.flatMap(({ sent }) => sent).filter(name => name === 'requests.run')).toHaveLength(1)
  thread.unblock()
  await read
})

test('a call with effects is not sent to a thread that has left the pool while it was blocked', async () => {
  const { pool, thread, threads, unblock } = await open(beyondLimitMs)
  for (const one of threads) one.hold()
  const call = pool.performOnce(listTask(harmless))
  await expect(pool.perform(listTask('posts', attacker))).rejects.toMatchObject({ reason: 'tooSlow' })
  unblock()
  expect(await call).toEqual(answered)
  expect(thread.sent).toContain('thread.ping')
  expect(thread.sent).not.toContain('requests.run')
})

test('at the time limit of a read, only this read is rejected, and its thread ends once it has answered the calls beside it', async () => {
  const { pool, thread } = await open(beyondLimitMs)
  thread.hold()
  const call = pool.performConcurrently(listTask(harmless))
  const ofOther = pool.describe(changeFor(other))
  await expect(pool.perform(listTask('posts', attacker))).rejects.toMatchObject({ reason: 'tooSlow' })
  expect(await call).toEqual(answered)
  expect(await ofOther).toMatchObject({ texts: [] })
  expect(pool.load().threads).not.toContain(thread)
  expect(pool.isReading).toBe(true)
  thread.unblock()
  await thread.ended
  await expect.poll(() => pool.isReading).toBe(false)
})

test('at its time limit, an evaluation is rejected, and the calls beside it are answered', async () => {
  const { pool, thread } = await open(beyondLimitMs)
  thread.hold()
  const call = pool.performConcurrently(listTask(harmless))
  await expect(pool.describe(changeFor(attacker))).rejects.toMatchObject({ reason: 'tooSlow' })
  expect(await call).toEqual(answered)
  expect(pool.load().threads).not.toContain(thread)
})

test('a client that blocks two threads beyond their time limit is sent to processes until they end, and others are not', async () => {
  const { pool, unblock, poll } = await open(beyondLimitMs)
  for (const collection of ['posts', 'comments']) await poll(listTask(collection, attacker)).toBe('tooSlow')
  const diverted = { kind: 'needsProcess', reason: 'blocked' }
  expect(await pool.perform(listTask('authors', attacker))).toEqual(diverted)
  expect(await pool.perform(listTask(harmless, attacker))).toEqual(diverted)
  expect([attacker, other].map(client => pool.needsProcess(client, 'slow'))).toEqual([true, false])
  await poll(listTask('authors', other)).toMatchObject({ kind: 'json' })
  await poll(listTask(harmless, other)).toEqual(answered)
  unblock()
  await expect.poll(() => pool.isReading).toBe(false)
  await poll(listTask(harmless, attacker)).toEqual(answered)
})

const costClasses = ['quick', 'unknown', 'medium', 'slow'] as const

test.each([
  ['evaluations', [], (pool: ReaderPool) => [1, 2].map(() => pool.describe(changeFor(attacker)))],
  ['reads of unknown cost', [], readByAttacker('posts', 'authors')],
  ['reads of kinds that have been quick', ['posts', 'authors'], readByAttacker('posts', 'authors')],
])(
  'all reads of a client that blocks two threads with %s are sent to processes, also within the time limit',
  async (_, quick, block) => {
    const { pool, unblock, poll } = await open(withinLimitMs)
    for (const collection of quick) await learnCost(pool, collection)
    const blocking = block(pool)
    await expect.poll(() => costClasses.filter(costClass => !pool.needsProcess(attacker, costClass))).toEqual([])
    for (const collection of [harmless, 'categories'])
      expect(await pool.perform(listTask(collection, attacker))).toEqual({ kind: 'needsProcess', reason: 'blocked' })
    for (const collection of [harmless, 'categories']) await poll(listTask(collection, other)).toMatchObject({ kind: 'json' })
    unblock()
    await Promise.all(blocking)
    await poll(listTask(harmless, attacker)).toEqual(answered)
  },
)

test('a burst of reads whose kind has been quick holds no further thread while it is not known whether they are late', async () => {
  // Their threads have worked on them for 30 ms, as far as the pool knows.
  const { pool, threads, unblock } = await open(1_000)
  await learnCost(pool, 'posts')
  let isGrown = false
  const earlier = Array.from({ length: 2 * baseThreads }, async (_, client) => {
    // A read that is returned for a process resolves at once.
    for (; !isGrown; await nextTurn()) await pool.perform(listTask('authors', `${attackers}${client}`)).catch(() => undefined)
  })
  await expect.poll(() => pool.load().threads.length, { timeout: 100_000 }).toBeGreaterThan(baseThreads)
  await Promise.all(threads.map(thread => thread.ready))
  isGrown = true
  let isOver = false
  const unblocking = (async () => {
    for (; !isOver; await nextTurn()) unblock()
  })()
  await Promise.all(earlier)
  isOver = true
  await unblocking
  const burst = 3 * baseThreads
  let diverted = 0
  for (let read = 0; read < burst; read += 1) {
    const count = ({ kind }: { kind: string }) => {
      if (kind === 'needsProcess') diverted += 1
    }
    pool.perform(listTask('posts', attacker)).then(count, () => undefined)
  }
  await expect.poll(() => diverted, { timeout: 100_000 }).toBe(burst - baseThreads)
  expect(threads.filter(({ waiting }) => waiting.length > 0)).toHaveLength(baseThreads)
})

test('an evaluation that was given up counts for its client, too, if it blocks a second thread later', async () => {
  const { pool, thread } = await open(withinLimitMs, { blockedElsewhereMs: beyondLimitMs })
  thread.hold(true)
  const evaluation = pool.describe(changeFor(attacker))
  // It can be taken back later, and block a thread again.
  pool.perform(listTask('posts', `${attackers}8`)).catch(() => undefined)
  expect(thread.waiting).toEqual(['realtime.describe', 'read'])
  await expect(evaluation).rejects.toMatchObject({ reason: 'tooSlow' })
  expect(pool.needsProcess(attacker, 'unknown')).toBe(false)
  // The thread answers the read, and then begins the evaluation.
  thread.unblock()
  await expect.poll(() => pool.needsProcess(attacker, 'unknown')).toBe(true)
})

test('a read of unknown cost that finds no thread because others block them is sent to a process in the end', async () => {
  const { pool, unblock, poll } = await open(withinLimitMs, { growth: false })
  const blocking = Array.from({ length: baseThreads - 1 }, (_, client) =>
    pool.perform(listTask('posts', `${attackers}${client}`)),
  )
  expect(await pool.perform(listTask('authors', other))).toEqual({ kind: 'needsProcess', reason: 'blocked' })
  await poll(listTask(harmless, other)).toEqual(answered)
  unblock()
  await Promise.all(blocking)
})

test('if many clients block threads, reads of unknown cost are sent to processes, and known ones of other clients run in threads', async () => {
  const { pool, poll } = await open(beyondLimitMs)
  for (let client = 0; client < baseThreads + 2; client += 1)
    await poll(listTask(`collection${client}`, `${attackers}${client}`)).toBe('tooSlow')
  expect(await pool.perform(listTask('authors', other))).toEqual({ kind: 'needsProcess', reason: 'blocked' })
  await poll(listTask(harmless, other)).toEqual(answered)
})
