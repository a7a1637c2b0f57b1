import type { Settings } from '@coffer/schema'
import type { RequesterMemory } from '../auth/RequesterMemory.ts'
import type { Versions } from '../cache/versions.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { LogReader } from '../logs/LogReader.ts'
import type { LogEntry } from '../messages/LogEntry.ts'
import type { CountCache } from '../query/select/CountCache.ts'
import type { Audiences } from '../realtime/Audiences.ts'
import type { SlowOnes } from '../realtime/Patience.ts'
import type { KnownIds } from '../rows/KnownIds.ts'
import type { RowMemory } from '../rows/RowMemory.ts'
import type { CollectionLock } from './CollectionLock.ts'

/** Everything a handler may use; one is built in each thread and passed in. */
export interface App {
  config: Config
  /** `data.db`. In a reader thread, transactions are refused. */
  db: Engine
  /** `logs.db`, which one thread alone writes. */
  logs: LogReader
  /** Adds an entry to the log, without waiting for it to be stored. */
  log: (entry: LogEntry) => void
  /** The collections as of the last commit. */
  catalog: () => Promise<Catalog>
  /** The settings as of the last commit. */
  settings: () => Promise<Settings>
  /** Where the files of records are, as of the last commit. */
  storage: () => Promise<Storage>
  /** Who listens to changes, as far as this thread has to know: the one that deletes. */
  audiences: Audiences
  /** Those of them with options who took long to be asked for. */
  slowAudiences: SlowOnes
  /** How many records match, as of the last commit. */
  counts: CountCache
  /** Rows that others refer to, as of the last commit. */
  rows: RowMemory
  /** Ids that others refer to, as of the last commit. */
  knownIds: KnownIds
  /** Who has shown which token. */
  requesters: RequesterMemory
  /** Told of changes of the settings by the handler that made them, after its commit. The engine tells of all others. */
  versions: Versions
  /** Keeps changes of collections apart from all others. */
  lock: CollectionLock
}
