import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine } from '../db/engine.ts'
import type { LogEntry } from '../messages/LogEntry.ts'

/** The parts of the app that changes of collections use. */
export interface CollectionsContext {
  db: Engine
  catalog: () => Promise<Catalog>
  /** Adds an entry to the log without waiting until it is stored. */
  log: (entry: LogEntry) => void
}
