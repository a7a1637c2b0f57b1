import { availableParallelism } from 'node:os'
import { expect, onTestFinished } from 'vitest'
import { copySample, type Preparation } from '../../../../../test/harness/copySample.ts'
import { endpoints } from '../../../api/routes.ts'
import { versions } from '../../../runtime/cache/versions.ts'
import type { RequestTask } from '../../requests/RequestTask.ts'
import type { ThreadStart } from '../../workers/messages.ts'
import type { ReadSlots } from '../../workers/ReadSlots.ts'
import type { Thread } from '../../workers/Thread.ts'
import { ReaderPool } from '../ReaderPool.ts'

/** Number of threads in a pool without slow reads. */
export const baseThreads = Math.max(2, availableParallelism())

/** Returns the task of a client that lists records. */
export function listTask(collection: string, remoteIp = '127.0.0.1'): RequestTask {
  return {
    endpoint: endpoints.findIndex(({ method, path }) => method === 'GET' && path === '/collections/:collection/records'),
    request: {
      method: 'GET',
      url: `/api/collections/${collection}/records`,
      params: { collection },
      query: [['skipTotal', '1']],
      headers: {},
      remoteIp,
      body: { kind: 'none' },
    },
    part: 0,
  }
}

interface PoolOptions<Pooled extends Thread> {
  prepare?: Preparation[]
  /** Time limit of a read in milliseconds. */
  timeLimit?: number
  /** Creates the thread with an index. */
  create: (start: ThreadStart, slots: ReadSlots, index: number) => Pooled
}

async function openOn<Pooled extends Thread>(dataDir: string, { timeLimit = 30_000, create }: PoolOptions<Pooled>) {
  const { buffer } = versions()
  const threads: Pooled[] = []
  const pool = new ReaderPool(slots => {
    const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
    // The slow statements of these tests are reads of views.
    const start = { role: 'reader', config, versions: buffer, allowsViews: true, slots: slots.buffer } as const
    const thread = create(start, slots, threads.length)
    threads.push(thread)
    return thread
  }, timeLimit)
  // Concurrent reads start the base threads. They are rejected on a machine that takes long to start them.
  await Promise.allSettled(Array.from({ length: baseThreads }, () => pool.perform(listTask('tags'))))
  await expect.poll(() => threads.length).toBeGreaterThanOrEqual(baseThreads)
  await Promise.all(threads.slice(0, baseThreads).map(thread => thread.ready))
  return { pool, threads }
}

/** Opens a pool with its base threads. On a machine that takes long to start them, a pool adds another one, so another pool is opened. */
export async function openReaderPool<Pooled extends Thread>(
  options: PoolOptions<Pooled>,
): Promise<{ pool: ReaderPool; threads: Pooled[] }> {
  const { dataDir, remove } = await copySample('magazine', options.prepare)
  onTestFinished(remove)
  for (;;) {
    const opened = await openOn(dataDir, options)
    onTestFinished(() => opened.pool.close())
    if (opened.threads.length === baseThreads) return opened
  }
}
