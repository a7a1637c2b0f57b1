import type { Route } from '../../api/contract.ts'
import type { Config } from '../../config/config.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import type { Task } from '../tasks/Task.ts'

/** What a thread starts with. */
export interface ThreadStart {
  role: 'reader' | 'writer'
  config: Config
  versions: SharedArrayBuffer
  /** Whether a reader may read views, which may take for ever: only in a process that can be killed. */
  allowsViews?: true
  /** What a reader shares with the main thread about its reads. */
  slots?: SharedArrayBuffer
}

export type ToThread = { id: number; task: Task }

/** The id of a thread's first message, which says that it is there and which routes it knows. */
export const readyId = 0

/** The result of the first message. */
export type ReadyMessage = readonly Route[]

export type FromThread = { id: number; result: unknown } | { id: number; error: string } | { entry: LogEntry }
