import { endpointAt, routes } from '../api/routes.ts'
import type { Config } from '../config/config.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { createLogService } from '../logs/logService.ts'
import { versions } from '../runtime/cache/versions.ts'
import { createRemote, performCall, type RemoteCall } from '../runtime/Remote.ts'
import { assertFixedValid } from '../settings/fixedSettings.ts'
import { createApp } from './createApp.ts'
import type { LogServices } from './logs/LogThread.ts'
import { Freshness } from './nodes/Freshness.ts'
import { joinNodes } from './nodes/joinNodes.ts'
import { runEndpoint } from './requests/runEndpoint.ts'
import { createWriterServices, type WriterServices } from './services.ts'
import type { Threads, WriterListener } from './Threads.ts'

/** Opens the data directory in the calling thread, which runs everything, for the command line and for tests. */
export async function openInlineThreads(config: Config): Promise<Threads> {
  const shared = versions()
  const installation = openInstallation(config)
  const db = await installation.openDatabase({
    schemaVersion: () => shared.current('collections'),
    connections: shared.connections,
  })
  const logs = createLogService(await installation.openLogStore(shared.takeLogDamage, shared.connections), config.node)
  const stored = await installation.openLogReader(db, shared.noteLogDamage)
  let listener: WriterListener | undefined
  const app = createApp(config, { db, logs: stored }, shared, entry => listener?.entry(entry))
  db.onEvents({
    begin: shared.nextCommit,
    committed: ({ seq, events }) => listener?.committed({ seq, events: app.listeners.select(events) }),
    lost: () => listener?.lost(),
  })
  assertFixedValid((await app.snapshot()).settings, config.fixedSettings)
  await joinNodes(app)
  const underWay = new Set<Promise<unknown>>()
  const callIn = (services: object) => (call: RemoteCall) => {
    const work = performCall(services, call)
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }
  const services = createWriterServices(app, (task, hookWait) =>
    runEndpoint(app, endpointAt(task.endpoint), { ...task, allowsLarge: true }, hookWait),
  )
  const writer = createRemote<WriterServices>(callIn(services))
  return {
    dispatcher: {
      routes,
      findCached: () => undefined,
      request: (endpoint, request, part, state) => writer.requests.run({ endpoint, request, part, state }),
      ...(db.node && { freshness: new Freshness(() => services.nodes.catchUp(), shared, config.freshnessMs) }),
    },
    writer,
    logs: createRemote<LogServices>(callIn({ logs })).logs,
    events: {
      setListener: given => {
        listener = given
      },
      listen: (added, removed) => void writer.realtime.listen(added, removed),
      describe: writer.realtime.describe,
    },
    versions: shared,
    load: () => ({ threads: [], waitingReads: 0, cacheBytes: {} }),
    measure: async () => [],
    close: async () => {
      await Promise.allSettled(underWay)
      await services.thread.close()
      await logs.close()
    },
    isStuck: () => false,
  }
}
