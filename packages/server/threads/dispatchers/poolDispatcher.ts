import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import { busyReply, tooSlowReply, unseenReply } from '../../api/errorReply.ts'
import { healthOf } from '../../api/health/healthOf.ts'
import { versions } from '../../cache/versions.ts'
import type { Config } from '../../config/config.ts'
import { type CompleteReply, emptyReply, jsonReply, type ThreadReply } from '../../messages/ApiReply.ts'
import { type ApiRequest, isEmptyBody } from '../../messages/ApiRequest.ts'
import { jsonText } from '../../messages/json.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import { Audiences } from '../../realtime/Audiences.ts'
import { Semaphore } from '../../runtime/Semaphore.ts'
import { LogThread } from '../logs/LogThread.ts'
import { ConcurrentReaders } from '../readers/ConcurrentReaders.ts'
import { openSqliteReaders } from '../readers/openSqliteReaders.ts'
import type { Readers } from '../readers/Readers.ts'
import { ReadRejectedError } from '../readers/ReadRejectedError.ts'
import { ResponseCache } from '../responseCache/ResponseCache.ts'
import { TokenRefreshCache } from '../responseCache/TokenRefreshCache.ts'
import { mailTasks } from '../tasks/mailTasks.ts'
import { awaitsParsing, awaitsProof, serializeTask, withSerialized } from '../tasks/requestSteps.ts'
import type { RequestTask } from '../tasks/Task.ts'
import { Thread } from '../workers/Thread.ts'
import type { Dispatcher } from './Dispatcher.ts'

/** Returns the error response to a request whose thread failed to respond. */
const errorResponse = (error: unknown): CompleteReply =>
  error instanceof ReadRejectedError && error.reason !== 'overloaded' ? tooSlowReply(error) : busyReply(error)

/** Maximum time a thread may take to report its measures. SQLite blocks a thread while it runs a statement. */
const maxMeasureMs = 500

/** Maximum time a large body waits for the parser. */
const maxParseWaitMs = 10_000

/**
 * Runs requests in other threads, so that the database never blocks the event loop of this one: one writer, which starts its
 * requests in order, and readers.
 * @throws Error with a message for the command line if the directory cannot be opened
 */
export const createPoolDispatcher = async (config: Config): Promise<Dispatcher> => {
  const shared = versions()
  const { buffer } = shared
  const responseCache = new ResponseCache(shared)
  const tokenRefreshCache = new TokenRefreshCache(shared)
  let onLogEntry: (entry: LogEntry) => void = () => undefined
  const startWriter = () => {
    const thread = new Thread({ role: 'writer', config, versions: buffer })
    thread.onEntry = entry => onLogEntry(entry)
    return thread
  }
  /** The current subscriptions, to be sent to a replacement writer. */
  const audiences = new Audiences()
  let closing = false

  let writer = startWriter()
  const replaceWriter = async (lost: Thread): Promise<void> => {
    await lost.ended
    // If the writer cannot start, this pause prevents a busy loop.
    await wait(100)
    if (closing) return
    writer = startWriter()
    void writer.perform({ kind: 'listen', added: audiences.all(), removed: [] }).catch(() => undefined)
    void replaceWriter(writer)
  }
  const readers: Readers =
    config.database === undefined
      ? openSqliteReaders(config, shared)
      : new ConcurrentReaders(() => new Thread({ role: 'reader', config, versions: buffer }))
  const routes = await writer.ready.catch(async (error: unknown) => {
    closing = true
    await readers.close()
    throw error
  })
  void replaceWriter(writer)
  const logs = new LogThread({ config, versions: buffer })
  await logs.open().catch(async (error: unknown) => {
    closing = true
    await Promise.all([readers.close(), writer.close(), logs.close()])
    throw error
  })

  /** Parses one large body at a time: parallel parsing would occupy all processors. */
  const parsing = new Semaphore({ maxConcurrent: 1, timeoutMs: maxParseWaitMs })
  const parseAndWrite = async (task: RequestTask): Promise<ThreadReply> => {
    const parsed = await parsing.run(() => readers.perform({ ...task, step: { kind: 'parse' } }))
    return parsed.kind === 'parsed' ? writer.perform({ ...task, request: { ...task.request, body: parsed.body } }) : parsed
  }

  const send = (route: Route, task: RequestTask): Promise<ThreadReply> => {
    if (awaitsProof(route, task.request)) return readers.performConcurrently(task)
    if (task.step?.kind === 'serialize') return readers.perform(task)
    if (awaitsParsing(route, task.request)) return parseAndWrite(task)
    if (route.runs === 'writes' && task.request.body.kind !== 'unread') return writer.perform(task)
    return route.waits ? readers.performConcurrently(task) : readers.perform(task)
  }

  /** The writer and the readers with their names in the metrics. */
  const namedThreads = () =>
    [writer, ...readers.load().threads].map((thread, index) => ({ name: index === 0 ? 'writer' : `reader${index}`, thread }))

  const respondInMainThread = ({ method, mainThread }: Route, { headers, query }: ApiRequest): CompleteReply | undefined => {
    if (!mainThread || headers.authorization !== undefined || query.length > 0) return undefined
    const { status, json } = healthOf(shared)
    const rest = { status, auth: 'guest' } as const
    return method === 'HEAD' ? emptyReply(rest) : jsonReply(jsonText(json), rest)
  }

  return {
    routes,
    findCached: (position, request) =>
      routes[position]?.caches === 'response' ? responseCache.find(position, request) : undefined,
    dispatch: async (position, request) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route with the index ${position}.`)
      const immediate = respondInMainThread(route, request)
      if (immediate) return immediate
      const refreshesToken = route.caches === 'tokenRefresh' && isEmptyBody(request.body)
      const refreshed = refreshesToken ? tokenRefreshCache.find(position, request) : undefined
      if (refreshed) return refreshed
      try {
        const reply = await send(route, { kind: 'request', endpoint: position, request })
        if (refreshesToken) tokenRefreshCache.add(position, request, reply)
        else if (route.caches === 'response') responseCache.add(position, request, reply)
        return reply
      } catch (error) {
        return errorResponse(error)
      }
    },
    serialize: async (position, request, reply) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route with the index ${position}.`)
      try {
        return withSerialized(reply, await send(route, serializeTask(position, request, reply)))
      } catch (error) {
        return withSerialized(reply, unseenReply(error))
      }
    },
    describe: readers.describe,
    recordsVersion: () => shared.current('allRecords'),
    listen: (added, removed) => {
      for (const audience of removed) audiences.remove(audience)
      for (const audience of added) audiences.add(audience)
      void writer.perform({ kind: 'listen', added, removed }).catch(() => undefined)
    },
    writeLogs: (pages, policy) => logs.store(pages, policy),
    maintainLogs: policy => logs.maintain(policy),
    isLogDamaged: shared.isLogDamaged,
    setLogListener: listener => {
      onLogEntry = listener
    },
    settingsProblem: () => writer.perform({ kind: 'settingsProblem' }),
    siteSettings: () => writer.perform({ kind: 'siteSettings' }),
    noteBackup: shared.noteBackup,
    hasAdmins: () => writer.perform({ kind: 'hasAdmins' }),
    attempts: {
      load: () => writer.perform({ kind: 'loadAttempts' }),
      add: attempts => writer.perform({ kind: 'addAttempts', attempts }),
    },
    mails: mailTasks(task => writer.perform(task)),
    expireUndoEntries: removed => writer.perform({ kind: 'expireUndoEntries', removed }),
    pendingRemovals: () => writer.perform({ kind: 'pendingRemovals' }),
    forgetRemovals: entries => writer.perform({ kind: 'forgetRemovals', entries }),
    close: async () => {
      closing = true
      await readers.close()
      await Promise.all([writer.close(), logs.close()])
    },
    isStuck: readers.isStuck,
    load: () => {
      return {
        threads: namedThreads().map(({ name, thread: { load, activeMs } }) => ({ name, tasks: load, activeMs })),
        waitingReads: readers.load().waiting,
        cacheBytes: { responses: responseCache.size },
      }
    },
    measure: async () => {
      const measured = namedThreads().map(async ({ name, thread }) => {
        const timeout = wait(maxMeasureMs, undefined, { ref: false })
        const measures = await Promise.race([thread.perform({ kind: 'measure' }).catch(() => undefined), timeout])
        return measures ? [{ name, ...measures }] : []
      })
      return (await Promise.all(measured)).flat()
    },
    databaseBytes: () => writer.perform({ kind: 'databaseBytes' }),
  }
}
