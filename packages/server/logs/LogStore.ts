import type { Engine, Reader } from '../db/engine.ts'
import type { LogEntry } from './LogEntry.ts'
import type { LogPolicy } from './LogPolicy.ts'

/**
 * The result of storing entries. `full`: they are stored, and the log exceeds its maximum size. `unavailable`: they are not stored,
 * because the database cannot be reached or its disk is full.
 */
export type StoreOutcome = 'full' | 'stored' | 'unavailable'

/** Stores log entries and removes old ones. */
export interface LogStore {
  /** Stores the entries that the policy includes. */
  store: (entries: readonly LogEntry[], policy: LogPolicy) => Promise<StoreOutcome>
  /** Does one step of the maintenance, such as removing old entries. Returns whether there is another step. */
  maintain: (policy: LogPolicy) => Promise<boolean>
  close: () => Promise<void>
}

/** Reads the stored log. */
export interface LogReader extends Reader {
  /** Whether the hourly counts include all entries. */
  isCounted: () => Promise<boolean>
  inspectQueries: Engine['inspectQueries']
  close: () => Promise<void>
}
