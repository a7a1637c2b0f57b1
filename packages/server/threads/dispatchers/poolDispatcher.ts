import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import type { StepResult } from '../../api/StepResult.ts'
import type { Config } from '../../config/config.ts'
import { openInstallation } from '../../dataDirectory/openInstallation.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { LogThread } from '../logs/LogThread.ts'
import { Freshness } from '../nodes/Freshness.ts'
import { ConcurrentReaders } from '../readers/ConcurrentReaders.ts'
import { openSqliteReaders } from '../readers/openSqliteReaders.ts'
import type { Readers } from '../readers/Readers.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { ResponseCache } from '../responseCache/ResponseCache.ts'
import { Thread } from '../workers/Thread.ts'
import { Writer } from '../workers/Writer.ts'
import type { Dispatcher } from './Dispatcher.ts'
import { takeTurns } from './takeTurns.ts'

/** Maximum time a thread may take to report its measures. SQLite blocks a thread while it runs a statement. */
const maxMeasureMs = 500

/**
 * Runs requests in other threads, so that the database never blocks the event loop of this one: one writer, which starts its
 * requests in order, and readers.
 * @throws Error with a message for the command line if the directory cannot be opened
 */
export async function createPoolDispatcher(config: Config, clients = new ClientLedger()): Promise<Dispatcher> {
  const shared = versions()
  const { buffer } = shared
  const responseCache = new ResponseCache(shared)
  const writer = new Writer(config, shared)
  const readers: Readers = openInstallation(config).readsConcurrently
    ? new ConcurrentReaders(() => new Thread({ role: 'reader', config, versions: buffer }), clients)
    : openSqliteReaders(config, shared, clients)
  const routes = await writer.open().catch(async (error: unknown) => {
    await readers.close()
    throw error
  })
  const logs = new LogThread({ config, versions: buffer })
  await logs.open().catch(async (error: unknown) => {
    await Promise.all([readers.close(), writer.close(), logs.close()])
    throw error
  })

  const turns = takeTurns(clients)
  const runOnce = (route: Route, task: RequestTask, onWait?: () => void): Promise<StepResult> => {
    if (task.part === 'parse') return turns.parse(task, readers.perform)
    const step = typeof task.part === 'number' ? route.steps[task.part] : undefined
    if (step?.on === 'writer') return writer.remote.requests.run(task)
    if (step?.once) return readers.performOnce(task)
    return step?.waits ? readers.performConcurrently(task) : readers.perform(task, onWait)
  }

  const run = async (route: Route, task: RequestTask): Promise<StepResult> => {
    const result = await runOnce(route, task)
    return result.kind === 'large'
      ? turns.createLarge(task, result.length, (again, onWait) => runOnce(route, again, onWait))
      : result
  }

  /** The writer and the readers with their names in the metrics. */
  const namedThreads = () =>
    [writer.thread, ...readers.load().threads].map((thread, index) => ({
      name: index === 0 ? 'writer' : `reader${index}`,
      thread,
    }))

  return {
    routes,
    findCached: (position, request) => (routes[position]?.caches ? responseCache.find(position, request) : undefined),
    request: async (position, request, part, state) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route with the index ${position}.`)
      const result = await run(route, { endpoint: position, request, part, state })
      // A request of the server's own code has no URL, by which the cache could find its response, and hooks can narrow a list.
      if (route.caches && request.url !== '' && !request.hooked) responseCache.add(position, request, result)
      return result
    },
    writer: writer.remote,
    logs: logs.remote.logs,
    describe: readers.describe,
    listen: (added, removed) => writer.listen(added, removed),
    setListener: listener => {
      writer.listener = listener
    },
    versions: shared,
    ...(config.node !== undefined && {
      freshness: new Freshness(() => writer.remote.nodes.catchUp(), shared, config.freshnessMs),
    }),
    close: async () => {
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
        const measures = await Promise.race([thread.remote.thread.measure().catch(() => undefined), timeout])
        return measures ? [{ name, ...measures }] : []
      })
      return (await Promise.all(measured)).flat()
    },
  }
}
