import type { Settings } from '@coffer/schema'

/** What the log stores, and how much of it. */
export interface LogPolicy extends Pick<Settings['logs'], 'maxDays' | 'minLevel'> {
  /** Bytes that `logs.db` may have. The oldest entries go first. */
  maxBytes: number
  /** Whether stored entries below `minLevel` are removed: as in 0.22, once the settings have been saved, and not at a start. */
  removesLowLevels: boolean
}
