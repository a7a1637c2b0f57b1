import type { Route } from '../../api/contract.ts'
import type { Config } from '../../config/config.ts'
import type { ThreadReply } from '../../messages/ApiReply.ts'
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

/**
 * Returns the buffers of long responses, parsed bodies and unserialized records in messages to the main thread. They are
 * transferred instead of copied, because this thread no longer needs them.
 */
export const transferList = (messages: readonly FromThread[]): ArrayBuffer[] => {
  const buffers: ArrayBuffer[] = []
  for (const message of messages) {
    const reply = 'result' in message ? (message.result as ThreadReply | undefined) : undefined
    if (reply?.kind === 'json' && reply.json instanceof Uint8Array) buffers.push(reply.json.buffer)
    else if (reply?.kind === 'unserialized') buffers.push(reply.bytes.buffer)
    else if (reply?.kind === 'parsed' && reply.body.kind === 'parsed') buffers.push(reply.body.bytes.buffer)
  }
  return buffers
}
