import type { Settings } from '@coffer/schema'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import type { RequesterCache } from './createRequesterCache.ts'

/** The parts of the app that authentication and changes of auth records use. */
export interface AuthContext extends Pick<RecordsContext, 'db' | 'catalog' | 'listeners' | 'loggedChanges' | 'inside'> {
  /** The settings as of the start of the operation. */
  settings: Settings
  /** Returns whether the collections and the settings have not changed since. */
  isCurrent: () => boolean
  /** Cached requesters of recent tokens. */
  requesters: RequesterCache
  /** Version counters that invalidate the caches of all threads. Handlers advance the settings counter; the engine advances all others. */
  versions: Versions
}
