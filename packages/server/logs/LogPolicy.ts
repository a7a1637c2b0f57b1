import type { Settings } from '@coffer/schema'
import type { LogEntry } from './LogEntry.ts'

/** Entries below a level that were created up to a point in time, in milliseconds. */
export interface LowLevels {
  below: number
  createdUntil: number
}

/** Determines which entries the log stores and retains. */
export interface LogPolicy extends Pick<Settings['logs'], 'maxDays' | 'minLevel'> {
  /** Maximum bytes of `logs.db`. Beyond it, the oldest entries are removed. */
  maxBytes: number
  /** The stored entries to remove because of their level. Like PocketBase 0.22, only after the settings were saved. */
  lowLevels?: LowLevels | undefined
}

/** Selects the entries that the log stores. */
export function selectWanted(entries: readonly LogEntry[], { maxDays, minLevel }: LogPolicy): LogEntry[] {
  return maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
}
