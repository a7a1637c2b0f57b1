import { createLruCache } from '../../cache/createLruCache.ts'
import type { Versions } from '../../cache/versions.ts'
import type { Config } from '../../config/config.ts'
import type { ThreadReply } from '../../messages/ApiReply.ts'
import { hasOptions } from '../../realtime/parseSubscription.ts'
import { ProcessPool } from '../processes/ProcessPool.ts'
import type { RequestTask } from '../tasks/Task.ts'
import { Thread } from '../workers/Thread.ts'
import { kindOf } from './ReadCostEstimates.ts'
import { ReaderPool } from './ReaderPool.ts'
import type { Readers } from './Readers.ts'

const maxViewKinds = 5_000
/** Time limit of a process for evaluating subscriptions with options, because any client can choose expensive options. */
const maxViewDescribeMs = 1_000

/** Opens a pool of threads, and a pool of processes for reads of views, because nothing else can interrupt SQLite. */
export const openSqliteReaders = (config: Config, shared: Versions): Readers => {
  const timeLimit = config.queryTimeout * 1000
  const threads = new ReaderPool(
    slots => new Thread({ role: 'reader', config, versions: shared.buffer, slots: slots.buffer }),
    timeLimit,
  )
  const processes = new ProcessPool(config, shared)
  /** Kinds of requests that are known to read views. */
  const viewKinds = createLruCache<true>(maxViewKinds)

  /** Runs a read in a thread, or in a process if reads of its kind read views. */
  const run = async (task: RequestTask, runInThread: (task: RequestTask) => Promise<ThreadReply>): Promise<ThreadReply> => {
    const kind = `${task.step?.kind ?? task.request.body.kind} ${kindOf(task)}`
    if (viewKinds.size === 0 || !viewKinds.has(kind)) {
      const reply = await runInThread(task)
      if (reply.kind !== 'needsProcess') return reply
      viewKinds.set(kind, true)
    }
    return processes.perform(task, kind, timeLimit)
  }

  return {
    load: () => threads.load(),
    perform: task => run(task, read => threads.perform(read)),
    performConcurrently: task => run(task, read => threads.performConcurrently(read)),
    describe: async (change, audiences) => {
      const messages = await threads.describe(change, audiences)
      const rest = audiences.filter((_, index) => messages[index] === null)
      if (rest.length === 0) return messages as (string | undefined)[]
      const anyOptions = rest.some(({ subscription }) => hasOptions(subscription))
      const kind = `describe ${change.collection.id} ${anyOptions}`
      const limit = anyOptions ? maxViewDescribeMs : timeLimit
      const found = (await processes.perform({ kind: 'describe', change, audiences: rest }, kind, limit)).values()
      return messages.map(message => (message === null ? found.next().value : message) ?? undefined)
    },
    isStuck: () => threads.isReading,
    close: async () => {
      await Promise.all([threads.close(), processes.close()])
    },
  }
}
