import type { Settings } from '@coffer/schema'
import type { App, LiveApp } from '../api/App.ts'
import { recordFormat } from '../api/v022/write/SerializedRecord.ts'
import { createRequesterCache } from '../auth/createRequesterCache.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { CollectionMemory } from '../catalog/CollectionMemory.ts'
import { loadCatalog, loadSizes } from '../catalog/loadCatalog.ts'
import { CollectionLock } from '../collections/CollectionLock.ts'
import type { Config } from '../config/config.ts'
import type { Reader } from '../db/engine.ts'
import { chooseStorage } from '../files/storage/chooseStorage.ts'
import { createMigrationWriter } from '../migrations/written/createMigrationWriter.ts'
import { CountCache } from '../query/select/CountCache.ts'
import { NodeTopics } from '../realtime/NodeTopics.ts'
import { SubscribedTopics } from '../realtime/SubscribedTopics.ts'
import { createSlowSubscriptionCache } from '../realtime/TimeBudget.ts'
import { RowCache } from '../records/rows/RowCache.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import { loadSettings } from '../settings/storedSettings.ts'
import { findLoggedChanges } from '../webHooks/loggedChanges.ts'
import { loadWebHooks } from '../webHooks/storedWebHooks.ts'

/** Caches the value of the last version that was loaded. Overlapping loads share one read. */
function cached<T>(load: (version: number) => Promise<T>): (version: number) => Promise<T> {
  let known: { version: number; value: Promise<T> } | undefined
  return version => {
    if (known?.version === version) return known.value
    const entry = { version, value: load(version) }
    known = entry
    entry.value.catch(() => {
      if (known === entry) known = undefined
    })
    return entry.value
  }
}

/** Time in milliseconds for which estimated collection sizes are cached. */
const sizesTtlMs = 10_000

/** Returns the catalog with recent sizes. Its collections stay the same objects. */
function resized(catalogOf: (version: number) => Promise<Catalog>, reader: Reader): (version: number) => Promise<Catalog> {
  const withSizes = async (base: Catalog): Promise<Catalog> => ({ ...base, sizeOf: await loadSizes(reader, base.all) })
  let known: { base: Promise<Catalog>; current: Promise<Catalog>; since: number } | undefined
  return version => {
    const base = catalogOf(version)
    const now = performance.now()
    if (known?.base !== base) known = { base, current: base, since: now }
    else if (now - known.since > sizesTtlMs) known = { base, current: base.then(withSizes), since: now }
    return known.current
  }
}

/** What an `App` combines. */
interface Sources {
  catalog: Promise<Catalog>
  settings: Promise<Settings>
  settingsVersion: number
}

/** Creates the app of a thread over its database and the log. */
export function createApp(config: Config, { db, logs }: Pick<App, 'db' | 'logs'>, versions: Versions, log: App['log']): LiveApp {
  db.onCommit(({ records, collections, settings }) => {
    if (collections) versions.advance('collections')
    if (settings) versions.advance('settings')
    versions.advanceRecords(records)
  })
  db.onSuspensionChange(versions.noteSuspension)
  db.onExternalChange(versions.advanceAll)
  const memory = new CollectionMemory()
  const storageOf = chooseStorage(config)
  const settingsOf = cached(() => loadSettings(db, config.encryptionKey, config.fixedSettings))
  const logsAll = config.hooksDir !== undefined
  const loggedChangesOf = cached(async () => findLoggedChanges(db, await loadWebHooks(db, config.encryptionKey), { logsAll }))
  const catalogOf = resized(
    cached(version => loadCatalog(db, version, memory)),
    db,
  )
  const { writtenMigrations } = config
  let known: (Sources & { app: Promise<App> }) | undefined
  const services: LiveApp = {
    config,
    db,
    logs,
    log,
    versions,
    listeners: config.node === undefined ? new SubscribedTopics(recordFormat) : new NodeTopics(recordFormat),
    recordFormat,
    slowAudiences: createSlowSubscriptionCache(),
    counts: new CountCache(versions),
    rows: new RowCache(versions, db),
    requesters: createRequesterCache(versions),
    lock: new CollectionLock(db.node),
    snapshot: () => {
      const settingsVersion = versions.current('settings')
      const catalog = catalogOf(versions.current('collections'))
      const sources = { settingsVersion, catalog, settings: settingsOf(settingsVersion) }
      if (known?.catalog !== sources.catalog || known.settings !== sources.settings) known = { ...sources, app: combine(sources) }
      return known.app
    },
    loggedChanges: () => loggedChangesOf(versions.current('settings')),
    ...(writtenMigrations && { migrationWriter: createMigrationWriter(writtenMigrations) }),
  }
  const combine = async (known: Sources): Promise<App> => {
    const [catalog, settings] = await Promise.all([known.catalog, known.settings])
    return {
      ...services,
      catalog,
      settings,
      storage: async () => storageOf(settings.s3),
      isCurrent: () =>
        versions.current('collections') === catalog.version && versions.current('settings') === known.settingsVersion,
    }
  }
  return services
}
