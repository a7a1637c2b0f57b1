import type { Route } from '../../api/contract.ts'
import type { StepResult } from '../../api/StepResult.ts'
import type { Config } from '../../config/config.ts'
import type { Commit } from '../../db/commits.ts'
import type { LogEntry } from '../../logs/LogEntry.ts'
import type { RemoteCall } from '../../runtime/Remote.ts'

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

/** A call of one of the services of a thread. */
export interface ToThread {
  id: number
  call: RemoteCall
  /** The slot of a read, which the thread runs after the ones before it, unless the main thread takes it back first. */
  slot: number | undefined
}

/** Whether a call ends its thread. */
export function isEnd({ service, method }: RemoteCall): boolean {
  return service === 'thread' && method === 'close'
}

/** Id of the first message from a thread, which contains the routes. */
export const readyId = 0

/** The result of the first message. */
export type ReadyMessage = readonly Route[]

/** The result of a call. */
export type ResultMessage = { id: number; result: unknown } | { id: number; error: string }

/** A message from a thread. Those of the writer about a commit precede the results of its transactions. */
export type FromThread = ResultMessage | { entry: LogEntry } | { commit: Commit } | { eventsLost: true }

/**
 * Returns the buffers of long responses, parsed bodies and bytes for the next step in messages to the main thread. They are
 * transferred instead of copied, because this thread no longer needs them.
 */
export function transferList(messages: readonly FromThread[]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = []
  for (const message of messages) {
    const reply = 'result' in message ? (message.result as StepResult | undefined) : undefined
    if (reply?.kind === 'json' && reply.json instanceof Uint8Array) buffers.push(reply.json.buffer)
    else if (reply?.kind === 'next' && reply.state instanceof Uint8Array) buffers.push(reply.state.buffer as ArrayBuffer)
    else if (reply?.kind === 'parsed' && reply.body.kind === 'parsed') buffers.push(reply.body.bytes.buffer)
  }
  return buffers
}
