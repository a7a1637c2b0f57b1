import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine } from '../db/engine.ts'
import type { FilesContext } from '../files/FilesContext.ts'
import type { ExistingIdCache } from '../rows/ExistingIdCache.ts'
import type { ChangeListeners } from './ChangeListeners.ts'

/** The parts of the app that changing records needs. */
export interface RecordsContext extends FilesContext {
  /** `data.db`. A reader thread rejects transactions. */
  db: Engine
  /** Returns the collections as of the last commit. */
  catalog: () => Promise<Catalog>
  /** Cache of ids that are known to exist as of the last commit. */
  existingIdCache: ExistingIdCache
  listeners: ChangeListeners
  lock: {
    /** Runs work while no collection can change. */
    runShared: <T>(work: () => Promise<T>) => Promise<T>
  }
}
