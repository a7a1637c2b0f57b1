import type { LogEntry } from '../messages/LogEntry.ts'
import type { LogPolicy } from './LogPolicy.ts'

/** Stores log entries and removes old ones. */
export interface LogStore {
  /** Stores the entries that the policy includes. Returns whether the log exceeds its maximum size. */
  store: (entries: readonly LogEntry[], policy: LogPolicy) => Promise<boolean>
  /** Does one step of the maintenance, such as removing old entries. Returns whether there is another step. */
  maintain: (policy: LogPolicy) => Promise<boolean>
  close: () => Promise<void>
}
