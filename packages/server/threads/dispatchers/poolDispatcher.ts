import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import { busyReply, tooSlowReply, unseenReply } from '../../api/errorReply.ts'
import { healthOf } from '../../api/health/healthOf.ts'
import { versions } from '../../cache/versions.ts'
import type { Config } from '../../config/config.ts'
import { logsPath } from '../../logs/logsPath.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { isEmptyBody } from '../../messages/isEmptyBody.ts'
import { jsonText } from '../../messages/jsonText.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import { Audiences } from '../../realtime/Audiences.ts'
import { hasOptions } from '../../realtime/parseSubscription.ts'
import { createLruCache } from '../../runtime/createLruCache.ts'
import { Semaphore } from '../../runtime/Semaphore.ts'
import { LogThread } from '../logs/LogThread.ts'
import { ProcessPool } from '../processes/ProcessPool.ts'
import { kindOf } from '../readers/ReadCostEstimates.ts'
import type { StartReader } from '../readers/ReaderMember.ts'
import { ReaderPool } from '../readers/ReaderPool.ts'
import { ReadRejectedError } from '../readers/ReadRejectedError.ts'
import { ResponseCache } from '../responseCache/ResponseCache.ts'
import { TokenRefreshCache } from '../responseCache/TokenRefreshCache.ts'
import { awaitsParsing, awaitsProof } from '../tasks/routeOf.ts'
import { serializeTask, withSerialized } from '../tasks/serializeTask.ts'
import type { RequestTask } from '../tasks/Task.ts'
import { Thread } from '../workers/Thread.ts'
import type { Dispatcher } from './Dispatcher.ts'

/** The answer to a request whose thread gave none. */
const refusal = (error: unknown): ApiReply =>
  error instanceof ReadRejectedError && error.reason !== 'overloaded' ? tooSlowReply(error) : busyReply(error)

/** Milliseconds that a large body waits to be parsed. */
const maxParseWaitMs = 10_000
const maxViewKinds = 5_000
/** Milliseconds that a process may take to describe a change to subscriptions with options, which anybody may choose. */
const maxDescribeMs = 1_000

/**
 * Answers in other threads, so that nothing SQLite does holds the event loop of this one: one writer, which takes its
 * requests in their order, and a pool of readers.
 * @throws Error with a sentence for the person at the command line when the directory cannot be opened
 */
export const createPoolDispatcher = async (config: Config): Promise<Dispatcher> => {
  const shared = versions()
  const { buffer } = shared
  const kept = new ResponseCache(shared)
  const renewals = new TokenRefreshCache(shared)
  let logged: (entry: LogEntry) => void = () => undefined
  const startWriter = () => {
    const thread = new Thread({ role: 'writer', config, versions: buffer })
    thread.onEntry = entry => logged(entry)
    return thread
  }
  const startReader: StartReader = slots => new Thread({ role: 'reader', config, versions: buffer, slots: slots.buffer })
  /** What a new writer has to be told. */
  const audiences = new Audiences()
  let closing = false

  let writer = startWriter()
  const replaceWriter = async (lost: Thread): Promise<void> => {
    await lost.ended
    // One that cannot start must not be tried again and again without a pause.
    await wait(100)
    if (closing) return
    writer = startWriter()
    void writer.perform({ kind: 'listen', added: audiences.all(), removed: [] }).catch(() => undefined)
    void replaceWriter(writer)
  }
  const timeLimit = config.queryTimeout * 1000
  const readers = new ReaderPool(startReader, timeLimit)
  const processes = new ProcessPool(config, shared)
  /** Kinds of requests that have turned out to read views. */
  const viewKinds = createLruCache<true>(maxViewKinds)
  const routes = await writer.ready.catch(async (error: unknown) => {
    closing = true
    await readers.close()
    throw error
  })
  void replaceWriter(writer)
  const logs = new LogThread({ path: logsPath(config.dataDir), versions: buffer })
  await logs.open().catch(async (error: unknown) => {
    closing = true
    await Promise.all([readers.close(), processes.close(), writer.close(), logs.close()])
    throw error
  })

  /** Runs a task that changes nothing in a thread, or in a process when tasks of its kind read views. */
  const read = async (task: RequestTask, run: (task: RequestTask) => Promise<ApiReply>): Promise<ApiReply> => {
    const kind = `${task.step ?? task.request.body.kind} ${kindOf(task)}`
    if (viewKinds.size === 0 || !viewKinds.has(kind)) {
      const reply = await run(task)
      if (!reply.needsProcess) return reply
      viewKinds.set(kind, true)
    }
    return processes.perform(task, kind, timeLimit)
  }
  const inReader = (task: RequestTask) => readers.perform(task)
  const besideReads = (task: RequestTask) => readers.performBeside(task)

  /** One at a time: several would take the processors from everyone else. */
  const parsing = new Semaphore({ maxConcurrent: 1, timeoutMs: maxParseWaitMs })
  const parseAndWrite = async (task: RequestTask): Promise<ApiReply> => {
    const parsed = await parsing.run(() => read({ ...task, step: 'parse' }, inReader))
    return parsed.body ? writer.perform({ ...task, request: { ...task.request, body: parsed.body } }) : parsed
  }

  const send = (route: Route, task: RequestTask): Promise<ApiReply> => {
    if (awaitsProof(route.proves, task.request)) return read(task, besideReads)
    if (task.step === 'serialize') return read(task, inReader)
    if (awaitsParsing(route, task.request)) return parseAndWrite(task)
    if (route.runs === 'writes' && task.request.body.kind !== 'unread') return writer.perform(task)
    return read(task, route.waits ? besideReads : inReader)
  }

  const describe: Dispatcher['describe'] = async (change, audiences) => {
    const messages = await readers.describe(change, audiences)
    const rest = audiences.filter((_, index) => messages[index] === null)
    if (rest.length === 0) return messages as (string | undefined)[]
    const hasChoices = rest.some(({ subscription }) => hasOptions(subscription))
    const kind = `describe ${change.collection.id} ${hasChoices}`
    const limit = hasChoices ? maxDescribeMs : timeLimit
    const found = (await processes.perform({ kind: 'describe', change, audiences: rest }, kind, limit)).values()
    return messages.map(message => (message === null ? found.next().value : message) ?? undefined)
  }

  const respondHere = ({ method, mainThread }: Route, { headers, query }: ApiRequest): ApiReply | undefined => {
    if (!mainThread || headers.authorization !== undefined || query.length > 0) return undefined
    const { status, json } = healthOf(shared)
    return { status, auth: 'guest', ...(method !== 'HEAD' && { json: jsonText(json) }) }
  }

  return {
    routes,
    recall: (position, question) => (routes[position]?.keeps === 'answer' ? kept.find(position, question) : undefined),
    dispatch: async (position, request) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route ${position}.`)
      const here = respondHere(route, request)
      if (here) return here
      const renews = route.keeps === 'renewal' && isEmptyBody(request.body)
      const renewed = renews ? renewals.find(position, request) : undefined
      if (renewed) return renewed
      try {
        const reply = await send(route, { kind: 'request', endpoint: position, request })
        if (renews) renewals.keep(position, request, reply)
        else if (route.keeps === 'answer') kept.keep(position, request, reply)
        return reply
      } catch (error) {
        return refusal(error)
      }
    },
    serialize: async (position, request, reply) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route ${position}.`)
      try {
        return withSerialized(reply, await send(route, serializeTask(position, request, reply)))
      } catch (error) {
        return withSerialized(reply, unseenReply(error))
      }
    },
    describe,
    listen: (added, removed) => {
      for (const audience of removed) audiences.remove(audience)
      for (const audience of added) audiences.add(audience)
      void writer.perform({ kind: 'listen', added, removed }).catch(() => undefined)
    },
    writeLogs: (pages, policy) => logs.store(pages, policy),
    maintainLogs: policy => logs.maintain(policy),
    isLogDamaged: shared.isLogDamaged,
    whenLogged: listener => {
      logged = listener
    },
    settingsProblem: () => writer.perform({ kind: 'settingsProblem' }),
    siteSettings: () => writer.perform({ kind: 'siteSettings' }),
    noteBackup: shared.noteBackup,
    hasAdmins: () => writer.perform({ kind: 'hasAdmins' }),
    composeMail: order => writer.perform({ kind: 'composeMail', order }),
    noteSent: order => writer.perform({ kind: 'noteSent', order }),
    expireDeletions: removed => writer.perform({ kind: 'expireDeletions', removed }),
    pendingRemovals: () => writer.perform({ kind: 'pendingRemovals' }),
    forgetRemovals: entries => writer.perform({ kind: 'forgetRemovals', entries }),
    close: async () => {
      closing = true
      await Promise.all([readers.close(), processes.close()])
      await Promise.all([writer.close(), logs.close()])
    },
    isStuck: () => readers.isReading,
  }
}
