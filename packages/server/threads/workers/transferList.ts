import type { ApiReply } from '../../messages/ApiReply.ts'
import type { FromThread } from './messages.ts'

/**
 * Returns the buffers of long responses, parsed bodies and unserialized records in messages to the main thread. They are
 * transferred instead of copied, because this thread no longer needs them.
 */
export const transferList = (messages: readonly FromThread[]): ArrayBuffer[] => {
  const buffers: ArrayBuffer[] = []
  for (const message of messages) {
    const reply = 'result' in message ? (message.result as Partial<ApiReply> | undefined) : undefined
    if (reply?.json instanceof Uint8Array) buffers.push(reply.json.buffer)
    if (reply?.unserialized) buffers.push(reply.unserialized.buffer)
    if (reply?.body?.kind === 'parsed') buffers.push(reply.body.bytes.buffer)
  }
  return buffers
}
