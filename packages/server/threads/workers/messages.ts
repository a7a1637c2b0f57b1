import type { Route } from '../../api/contract.ts'
import type { Config } from '../../config/config.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import type { Task } from '../tasks/Task.ts'

/** The data a thread starts with. */
export interface ThreadStart {
  role: 'reader' | 'writer'
  config: Config
  versions: SharedArrayBuffer
  /** Allows a reader to read views. Set only in a process that can be killed, because the query of a view can be endless. */
  allowsViews?: true
  /** Buffer of the `ReadSlots` that a reader shares with the main thread. */
  slots?: SharedArrayBuffer
}

export type ToThread = { id: number; task: Task }

/** Id of the first message from a thread, which contains the routes. */
export const readyId = 0

/** The result of the first message. */
export type ReadyMessage = readonly Route[]

export type FromThread = { id: number; result: unknown } | { id: number; error: string } | { entry: LogEntry }
