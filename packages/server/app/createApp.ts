import type { Settings } from '@coffer/schema'
import { createRequesterCache } from '../auth/createRequesterCache.ts'
import type { Versions } from '../cache/versions.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { CollectionMemory } from '../catalog/CollectionMemory.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { loadSizes } from '../catalog/loadSizes.ts'
import type { Config } from '../config/config.ts'
import type { Engine, Reader } from '../db/engine.ts'
import { chooseStorage } from '../files/storage/chooseStorage.ts'
import { openLogReader } from '../logs/openLogs.ts'
import { CountCache } from '../query/select/CountCache.ts'
import { Audiences } from '../realtime/Audiences.ts'
import { changeListeners } from '../realtime/changeListeners.ts'
import { createSlowSubscriptionCache } from '../realtime/TimeBudget.ts'
import { ExistingIdCache } from '../rows/ExistingIdCache.ts'
import { RowCache } from '../rows/RowCache.ts'
import { loadSettings } from '../settings/storedSettings.ts'
import type { App } from './App.ts'
import { CollectionLock } from './CollectionLock.ts'

/** Caches a loaded value until its version changes. Overlapping loads share one read. */
const cached = <T>(version: () => number, load: (version: number) => Promise<T>): (() => Promise<T>) => {
  let known: { version: number; value: Promise<T> } | undefined
  return () => {
    const wanted = version()
    if (known?.version === wanted) return known.value
    const entry = { version: wanted, value: load(wanted) }
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
const resized = (catalog: () => Promise<Catalog>, reader: Reader): (() => Promise<Catalog>) => {
  const withSizes = async (base: Catalog): Promise<Catalog> => ({ ...base, sizeOf: await loadSizes(reader, base.all) })
  let known: { base: Promise<Catalog>; current: Promise<Catalog>; since: number } | undefined
  return () => {
    const base = catalog()
    const now = performance.now()
    if (known?.base !== base) known = { base, current: base, since: now }
    else if (now - known.since > sizesTtlMs) known = { base, current: base.then(withSizes), since: now }
    return known.current
  }
}

/** Creates the app of a thread over its databases. */
export const createApp = (config: Config, db: Engine, versions: Versions, log: App['log']): App => {
  db.onCommit(({ records, collections }) => {
    if (collections) versions.advance('collections')
    versions.advanceRecords(records)
  })
  db.onSuspensionChange(versions.noteSuspension)
  db.onExternalChange(() => {
    versions.advance('collections')
    versions.advance('settings')
    versions.advanceRecords([])
  })
  const memory = new CollectionMemory()
  const storageOf = chooseStorage(config)
  const settings = cached<Settings>(
    () => versions.current('settings'),
    () => loadSettings(db, config.encryptionKey, config.fixedSettings),
  )
  const app = {
    config,
    db,
    logs: openLogReader(config, db, versions.noteLogDamage),
    log,
    versions,
    audiences: new Audiences(),
    slowAudiences: createSlowSubscriptionCache(),
    counts: new CountCache(versions),
    rows: new RowCache(versions, db),
    existingIdCache: new ExistingIdCache(versions),
    requesters: createRequesterCache(versions),
    lock: new CollectionLock(),
    catalog: resized(
      cached<Catalog>(
        () => versions.current('collections'),
        version => loadCatalog(db, version, memory),
      ),
      db,
    ),
    settings,
    storage: async () => storageOf((await settings()).s3),
  }
  return { ...app, listeners: changeListeners(app) }
}
