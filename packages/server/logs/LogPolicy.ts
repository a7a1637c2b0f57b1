import type { Settings } from '@coffer/schema'

/** Determines which entries the log stores and retains. */
export interface LogPolicy extends Pick<Settings['logs'], 'maxDays' | 'minLevel'> {
  /** Maximum bytes of `logs.db`. Beyond it, the oldest entries are removed. */
  maxBytes: number
  /** Whether stored entries below `minLevel` are removed. Like PocketBase 0.22, only after the settings were saved. */
  removesLowLevels: boolean
}
