import type { AuthContext } from '../auth/AuthContext.ts'
import type { CollectionsContext } from '../collections/CollectionsContext.ts'
import type { LogReader } from '../logs/LogReader.ts'
import type { CountCache } from '../query/select/CountCache.ts'
import type { RealtimeContext } from '../realtime/RealtimeContext.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RowCache } from '../rows/RowCache.ts'
import type { CollectionLock } from './CollectionLock.ts'

/** The services available to handlers: the contexts that the folders declare, and more. Each thread creates one. */
export interface App extends AuthContext, CollectionsContext, RealtimeContext, RecordsContext {
  /** The stored log, which only the log thread writes. */
  logs: LogReader
  /** Cached counts of matching records as of the last commit. */
  counts: CountCache
  /** Cached rows that other records refer to, as of the last commit. */
  rows: RowCache
  /** Separates changes of collections from all other changes. */
  lock: CollectionLock
}
