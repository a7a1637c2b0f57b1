import type { ThreadReply } from '../../messages/ApiReply.ts'
import type { FromThread } from './messages.ts'

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
