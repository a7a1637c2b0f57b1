import type { Settings } from '@coffer/schema'
import type { Versions } from '../cache/versions.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RequesterMemory } from './RequesterMemory.ts'

/** What authenticating requests and changing auth records needs of the app. */
export interface AuthContext extends Pick<RecordsContext, 'db' | 'catalog' | 'existingIdCache' | 'listeners'> {
  /** Returns the settings as of the last commit. */
  settings: () => Promise<Settings>
  /** The requesters of recent tokens. */
  requesters: RequesterMemory
  /** Invalidate what all threads cache. A handler that changes the settings advances theirs after the commit; the engine advances all others. */
  versions: Versions
}
