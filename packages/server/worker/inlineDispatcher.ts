import { routeOf } from '../api/contract.ts'
import { endpoints } from '../api/routes.ts'
import type { App } from '../app/App.ts'
import { createApp } from '../app/createApp.ts'
import { versions } from '../cache/versions.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../dataDirectory/openDatabase.ts'
import { openLogStore } from '../logs/openLogs.ts'
import { entriesOf } from '../messages/LogPage.ts'
import { assertFixedValid } from '../settings/fixedSettings.ts'
import type { Dispatcher } from '../threads/dispatchers/Dispatcher.ts'
import { mailTasks } from '../threads/tasks/mailTasks.ts'
import { serializeTask, withSerialized } from '../threads/tasks/requestSteps.ts'
import { performTask } from './performTask.ts'

/** Creates a dispatcher that runs everything in the calling thread, for the command line and for tests. */
export const createInlineDispatcher = async (config: Config): Promise<Dispatcher> => {
  const shared = versions()
  const db = await openDatabase(config, { schemaVersion: () => shared.current('collections') })
  const logs = await openLogStore(config, shared.takeLogDamage)
  let onLogEntry: App['log'] = () => undefined
  const app = createApp(config, db, shared, entry => onLogEntry(entry))
  assertFixedValid(await app.settings(), config.fixedSettings)
  const underWay = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }
  return {
    routes: endpoints.map(routeOf),
    findCached: () => undefined,
    serialize: async (position, request, reply) =>
      withSerialized(reply, await track(performTask(app, serializeTask(position, request, reply)))),
    dispatch: (endpoint, request) => track(performTask(app, { kind: 'request', endpoint, request })),
    describe: async (change, audiences) => {
      const messages = await track(performTask(app, { kind: 'describe', change, audiences }))
      return messages.map(message => message ?? undefined)
    },
    recordsVersion: () => shared.current('allRecords'),
    listen: (added, removed) => void performTask(app, { kind: 'listen', added, removed }),
    writeLogs: (pages, policy) => track(logs.store(pages.flatMap(entriesOf), policy)),
    maintainLogs: policy => track(logs.maintain(policy)),
    isLogDamaged: shared.isLogDamaged,
    setLogListener: listener => {
      onLogEntry = listener
    },
    settingsProblem: () => performTask(app, { kind: 'settingsProblem' }),
    siteSettings: () => performTask(app, { kind: 'siteSettings' }),
    noteBackup: shared.noteBackup,
    hasAdmins: () => performTask(app, { kind: 'hasAdmins' }),
    attempts: {
      load: () => performTask(app, { kind: 'loadAttempts' }),
      add: attempts => track(performTask(app, { kind: 'addAttempts', attempts })),
    },
    mails: mailTasks(task => track(performTask(app, task))),
    expireUndoEntries: removed => track(performTask(app, { kind: 'expireUndoEntries', removed })),
    pendingRemovals: () => track(performTask(app, { kind: 'pendingRemovals' })),
    forgetRemovals: entries => track(performTask(app, { kind: 'forgetRemovals', entries })),
    close: async () => {
      await Promise.allSettled(underWay)
      await db.close()
      await app.logs.close()
      await logs.close()
    },
    isStuck: () => false,
    measure: async () => [],
    databaseBytes: () => performTask(app, { kind: 'databaseBytes' }),
    load: () => ({ threads: [], waitingReads: 0, cacheBytes: {} }),
  }
}
