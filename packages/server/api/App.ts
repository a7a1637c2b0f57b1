import type { AuthContext } from '../auth/AuthContext.ts'
import type { CollectionLock } from '../collections/CollectionLock.ts'
import type { CollectionsContext } from '../collections/changeCollections.ts'
import type { LogReader } from '../logs/LogStore.ts'
import type { CountCache } from '../query/select/CountCache.ts'
import type { RealtimeContext } from '../realtime/DescribedEvents.ts'
import type { SubscribedTopics } from '../realtime/SubscribedTopics.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RowCache } from '../records/rows/RowCache.ts'

/**
 * The services available to handlers: the contexts that the folders declare, and more. Its collections and settings are from one
 * moment, so that a request always gets the same answer about them.
 */
export interface App extends AuthContext, CollectionsContext, RealtimeContext, RecordsContext {
  /** The stored log, which only the log thread writes. */
  logs: LogReader
  /** Cached counts of matching records as of the last commit. */
  counts: CountCache
  /** Cached rows that other records refer to, as of the last commit. */
  rows: RowCache
  /** The topics that clients are subscribed to. Only the writer knows them. */
  listeners: SubscribedTopics
  /** Separates changes of collections from all other changes. */
  lock: CollectionLock
  /** Returns the app with the collections and settings as of the last commit. */
  snapshot: () => Promise<App>
}

/** The app of a thread, whose collections and settings change. */
export type LiveApp = Omit<App, 'catalog' | 'settings' | 'storage' | 'isCurrent'>
