import type { Config } from '../../config/config.ts'
import type { LogPolicy } from '../../logs/LogPolicy.ts'
import type { StoreOutcome } from '../../logs/LogStore.ts'
import type { LogPage } from '../../messages/LogPage.ts'

/** The data the log thread starts with. */
export interface LogThreadStart {
  config: Config
  versions: SharedArrayBuffer
}

export type LogTask =
  | { kind: 'store'; pages: LogPage[]; policy: LogPolicy }
  | { kind: 'maintain'; policy: LogPolicy }
  | { kind: 'close' }

/** The results of the tasks. */
export interface LogResults {
  store: StoreOutcome
  maintain: boolean
  close: undefined
}

export type LogResult = LogResults[LogTask['kind']]

/** A message from the log thread. The first one has no id and reports whether the log could be opened. */
export type FromLogThread = { id?: number; result: LogResult } | { id?: number; error: string }
