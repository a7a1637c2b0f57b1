import type { AuthContext } from '../auth/AuthContext.ts'
import type { CollectionsContext } from '../collections/CollectionsContext.ts'
import type { LogReader } from '../logs/LogReader.ts'
import type { CountCache } from '../query/select/CountCache.ts'
import type { RealtimeContext } from '../realtime/RealtimeContext.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RowMemory } from '../rows/RowMemory.ts'
import type { CollectionLock } from './CollectionLock.ts'

/** Everything a handler may use: the part that each folder declares, and more. Each thread builds one and passes it in. */
export interface App extends AuthContext, CollectionsContext, RealtimeContext, RecordsContext {
  /** `logs.db`, which only the log thread writes. */
  logs: LogReader
  /** Numbers of matching records, as of the last commit. */
  counts: CountCache
  /** Rows that other records refer to, as of the last commit. */
  rows: RowMemory
  /** Keeps changes of collections apart from all other changes. */
  lock: CollectionLock
}
