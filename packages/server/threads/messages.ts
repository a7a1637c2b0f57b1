import type { Route } from '../api/contract.ts'
import type { Config } from '../config.ts'
import type { LogEntry } from '../logs/LogEntry.ts'
import type { ApiReply } from '../request/ApiReply.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'

/** What a thread starts with. */
export interface ThreadStart {
  role: 'reader' | 'writer'
  config: Config
  versions: SharedArrayBuffer
}

/** What the main thread asks of another. */
export type Task =
  | { kind: 'request'; endpoint: number; request: ApiRequest }
  | { kind: 'logs'; entries: LogEntry[] }
  | { kind: 'hasAdmins' }
  | { kind: 'settingsProblem' }
  | { kind: 'close' }

/** What comes back for each kind of task. */
export interface TaskResults {
  request: ApiReply
  logs: undefined
  hasAdmins: boolean
  settingsProblem: string | undefined
  close: undefined
}

export type ToThread = { id: number; task: Task }

/** The id of a thread's first message, which says that it is there and which routes it knows. */
export const readyId = 0

/** The result of the first message. */
export type ReadyMessage = readonly Route[]

export type FromThread = { id: number; result: unknown } | { id: number; error: string }
