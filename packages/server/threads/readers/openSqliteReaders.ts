import type { StepResult } from '../../api/StepResult.ts'
import type { Config } from '../../config/config.ts'
import { type DescribedEvents, EvaluationTooSlowError } from '../../realtime/DescribedEvents.ts'
import { hasOptions } from '../../realtime/parseSubscription.ts'
import { createLruCache } from '../../runtime/cache/createLruCache.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { ProcessPool } from '../processes/ProcessPool.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { Thread } from '../workers/Thread.ts'
import { kindOf } from './ReadCostEstimates.ts'
import { ReaderPool } from './ReaderPool.ts'
import type { Readers } from './Readers.ts'
import { maxUncounted } from './ReadQueue.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

const maxViewKinds = 5_000
/** Time limit of a process for evaluating subscriptions with options, because any client can choose expensive options. */
const maxViewDescribeMs = 1_000
/** The same for clients that block threads, whose use of the processors slows down the evaluation, too. */
const maxBlockedDescribeMs = 5_000

/**
 * Opens a pool of threads, and a pool of processes for reads of views and of clients that block threads, because nothing else can
 * interrupt SQLite.
 */
export function openSqliteReaders(config: Config, shared: Versions, clients: ClientLedger): Readers {
  const timeLimit = config.queryTimeout * 1000
  const threads = new ReaderPool(
    slots => new Thread({ role: 'reader', config, versions: shared.buffer, slots: slots.buffer }),
    timeLimit,
    clients,
  )
  const processes = new ProcessPool(config, shared, clients.recentWork)
  /** Kinds of requests that are known to read views. */
  const viewKinds = createLruCache<true>(maxViewKinds)

  /** Runs a read in a thread, or in a process if reads of its kind read views. */
  const run = async (
    task: RequestTask,
    runInThread: (task: RequestTask) => Promise<StepResult>,
    onWait?: () => void,
  ): Promise<StepResult> => {
    const kind = kindOf(task)
    if (viewKinds.size === 0 || !viewKinds.has(kind)) {
      const reply = await runInThread(task)
      if (reply.kind !== 'needsProcess') return reply
      if (reply.reason === 'view') viewKinds.set(kind, true)
    }
    onWait?.()
    const client = clients.clientOf(task.request)
    const place = processes.waiting < maxUncounted ? undefined : clients.hold('waitingReads', client)
    try {
      return await processes.run(({ requests }) => requests.run(task), { kind, timeLimit, client: client.address })
    } finally {
      place?.release()
    }
  }

  /** Returns the events. If their evaluation is given up at its time limit, this time counts for the client. */
  const chargeIfTooSlow = (described: Promise<DescribedEvents>, limitMs: number): Promise<DescribedEvents> =>
    described.catch(error => {
      const isTooSlow = error instanceof ReadRejectedError && error.reason === 'tooSlow'
      throw isTooSlow ? new EvaluationTooSlowError(limitMs, { cause: error }) : error
    })

  /** Creates events in a thread, and those that read views in a process. */
  const describeInThread: Readers['describe'] = async (request, onWait) => {
    const described = await chargeIfTooSlow(threads.describe(request), timeLimit)
    const { texts, textOf } = described
    const viewed = [...textOf.keys()].filter(index => textOf[index] === null)
    const rest = viewed.flatMap(index => request.audiences[index] ?? [])
    if (rest.length === 0) return described
    const anyOptions = rest.some(({ subscription }) => hasOptions(subscription))
    const { client = '' } = request
    const kind = `describe ${request.change.collection.id} ${anyOptions} of ${client}`
    onWait?.()
    const more = await processes.run(({ realtime }) => realtime.describe({ ...request, audiences: rest }), {
      kind,
      timeLimit: anyOptions ? maxViewDescribeMs : timeLimit,
      client,
    })
    const found = more.textOf.map(position => (typeof position === 'number' ? texts.length + position : undefined)).values()
    return {
      ...described,
      texts: [...texts, ...more.texts],
      textOf: textOf.map(position => (position === null ? found.next().value : position)),
      late: [...described.late, ...more.late.flatMap(index => viewed[index] ?? [])],
    }
  }

  /** Creates events in a process, because their client blocks threads. */
  const describeInProcess: Readers['describe'] = (request, onWait) => {
    const { client, change } = request
    const limitMs = client === undefined ? timeLimit : Math.min(maxBlockedDescribeMs, timeLimit)
    const options = { kind: `describe ${change.collection.id} of ${client}`, timeLimit: limitMs, client: client ?? '' }
    onWait?.()
    return chargeIfTooSlow(
      processes.run(({ realtime }) => realtime.describe(request), options),
      limitMs,
    )
  }

  return {
    load: () => threads.load(),
    perform: (task, onWait) => run(task, read => threads.perform(read), onWait),
    performConcurrently: task => run(task, read => threads.performConcurrently(read)),
    performOnce: task => threads.performOnce(task),
    describe: (request, onWait) => {
      const { client } = request
      // Without options, the cost depends on the rules.
      const needsProcess = client === undefined ? threads.needsProcess('', 'quick') : threads.needsProcess(client, 'slow')
      return needsProcess ? describeInProcess(request, onWait) : describeInThread(request, onWait)
    },
    isStuck: () => threads.isReading,
    close: async () => {
      await Promise.all([threads.close(), processes.close()])
    },
  }
}
