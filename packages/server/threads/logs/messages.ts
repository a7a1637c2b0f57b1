import type { LogPolicy } from '../../logs/LogPolicy.ts'
import type { LogPage } from '../../messages/LogPage.ts'

/** What the thread of the log starts with. */
export interface LogThreadStart {
  /** Of `logs.db`. */
  path: string
  versions: SharedArrayBuffer
}

export type LogTask =
  | { kind: 'store'; pages: LogPage[]; policy: LogPolicy }
  | { kind: 'maintain'; policy: LogPolicy }
  | { kind: 'close' }

/** The first message has no id and says that the log is open. */
export type FromLogThread = { id?: number; result: boolean } | { id?: number; error: string }
