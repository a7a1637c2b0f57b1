import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine } from '../db/engine.ts'
import type { FilesContext } from '../files/FilesContext.ts'
import type { KnownIds } from '../rows/KnownIds.ts'
import type { ChangeListeners } from './ChangeListeners.ts'

/** What changing records needs of the app. */
export interface RecordsContext extends FilesContext {
  /** `data.db`. A reader thread rejects transactions. */
  db: Engine
  /** Returns the collections as of the last commit. */
  catalog: () => Promise<Catalog>
  /** Ids that other records refer to, as of the last commit. */
  knownIds: KnownIds
  listeners: ChangeListeners
  lock: {
    /** Runs work during which no collection may change. */
    share: <T>(work: () => Promise<T>) => Promise<T>
  }
}
