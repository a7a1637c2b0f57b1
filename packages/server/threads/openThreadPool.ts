import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { versions } from '../runtime/cache/versions.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { createPoolDispatcher } from './dispatchers/poolDispatcher.ts'
import { LogThread } from './logs/LogThread.ts'
import { Freshness } from './nodes/Freshness.ts'
import { ConcurrentReaders } from './readers/ConcurrentReaders.ts'
import { openSqliteReaders } from './readers/openSqliteReaders.ts'
import type { Readers } from './readers/Readers.ts'
import { ResponseCache } from './responseCache/ResponseCache.ts'
import type { Threads } from './Threads.ts'
import { Thread } from './workers/Thread.ts'
import { Writer } from './workers/Writer.ts'

/** Maximum time a thread may take to report its measures. SQLite blocks a thread while it runs a statement. */
const maxMeasureMs = 500

/**
 * Opens threads for the requests, so that the database never blocks the event loop of this one: one writer, which starts its
 * requests in order, and readers.
 * @throws Error with a message for the command line if the directory cannot be opened
 */
export async function openThreadPool(config: Config, clients = new ClientLedger()): Promise<Threads> {
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

  /** The writer and the readers with their names in the metrics. */
  const namedThreads = () =>
    [writer.thread, ...readers.load().threads].map((thread, index) => ({
      name: index === 0 ? 'writer' : `reader${index}`,
      thread,
    }))

  return {
    dispatcher: {
      ...createPoolDispatcher({ routes, writer, readers, responseCache, clients }),
      ...(config.node !== undefined && {
        freshness: new Freshness(() => writer.remote.nodes.catchUp(), shared, config.freshnessMs),
      }),
    },
    writer: writer.remote,
    logs: logs.remote.logs,
    events: {
      setListener: listener => {
        writer.listener = listener
      },
      listen: (added, removed) => writer.listen(added, removed),
      describe: readers.describe,
    },
    versions: shared,
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
    close: async () => {
      await readers.close()
      await Promise.all([writer.close(), logs.close()])
    },
    isStuck: readers.isStuck,
  }
}
