import type { Settings } from '@coffer/schema'
import type { LogEntry } from '../messages/LogEntry.ts'

/** Determines which entries the log stores and retains. */
export interface LogPolicy extends Pick<Settings['logs'], 'maxDays' | 'minLevel'> {
  /** Maximum bytes of `logs.db`. Beyond it, the oldest entries are removed. */
  maxBytes: number
  /** Whether stored entries below `minLevel` are removed. Like PocketBase 0.22, only after the settings were saved. */
  removesLowLevels: boolean
}

/** Selects the entries that the log stores. */
export const selectWanted = (entries: readonly LogEntry[], { maxDays, minLevel }: LogPolicy): LogEntry[] =>
  maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
