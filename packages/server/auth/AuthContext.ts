import type { Settings } from '@coffer/schema'
import type { Versions } from '../cache/versions.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RequesterCache } from './createRequesterCache.ts'

/** The parts of the app that authentication and changes of auth records use. */
export interface AuthContext extends Pick<RecordsContext, 'db' | 'catalog' | 'existingIdCache' | 'listeners'> {
  /** Returns the last committed settings. */
  settings: () => Promise<Settings>
  /** Cached requesters of recent tokens. */
  requesters: RequesterCache
  /** Version counters that invalidate the caches of all threads. Handlers advance the settings counter; the engine advances all others. */
  versions: Versions
}
