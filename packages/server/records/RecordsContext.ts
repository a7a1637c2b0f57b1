import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine } from '../db/engine.ts'
import type { ChangeAction } from '../events/log/ChangeEntry.ts'
import type { FilesContext } from '../files/uploads/storeUploads.ts'
import type { ChangeListeners } from './ChangeListeners.ts'
import type { InsideHooks } from './changes/InsideHooks.ts'
import type { RuleObserver } from './rules/conditions.ts'

/** The changes that consumers of the log need. */
export interface LoggedChanges {
  has: (collectionId: string, action: ChangeAction) => boolean
}

/** The parts of the app that changing records needs. */
export interface RecordsContext extends FilesContext {
  /** `data.db`. A reader thread rejects transactions. */
  db: Engine
  /** The collections as of the start of the operation. */
  catalog: Catalog
  /** The realtime subscriptions: only changes that concern one have an event. */
  listeners: ChangeListeners
  /** Returns the changes that have to be added to the log; undefined if there is no consumer, so that nothing is written. */
  loggedChanges: () => Promise<LoggedChanges | undefined>
  /** The hooks inside of the transaction; absent if the change has none. */
  inside?: InsideHooks
  /** Takes what undoes the effects of a change outside of the database. Set while the change is part of a transaction that can fail. */
  onRollback?: (undo: (error: unknown) => Promise<unknown>) => void
  /** Is shown the checks of rules, to explain them. */
  observeRule?: RuleObserver
  /** Cost of the hashes of new passwords, in place of their own. Only dry runs set it, because nothing stores their hashes. */
  hashCost?: number
  lock: {
    /** Runs work while no collection can change. */
    runShared: <T>(work: () => Promise<T>) => Promise<T>
  }
}
