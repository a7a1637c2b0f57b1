import type { Reader } from '../db/engine.ts'

/** Reads the stored log. */
export interface LogReader extends Reader {
  /** Whether the hourly counts include all entries. */
  isCounted: () => Promise<boolean>
  close: () => Promise<void>
}
