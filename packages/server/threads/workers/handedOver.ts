import type { ApiReply } from '../../request/ApiReply.ts'
import type { FromThread } from './messages.ts'

/** The buffers of long answers, parsed bodies and unserialized records among messages to another thread: nobody else has a use for them, so they need not be copied. */
export const handedOver = (messages: readonly FromThread[]): ArrayBuffer[] => {
  const buffers: ArrayBuffer[] = []
  for (const message of messages) {
    const reply = 'result' in message ? (message.result as Partial<ApiReply> | undefined) : undefined
    if (reply?.json instanceof Uint8Array) buffers.push(reply.json.buffer)
    if (reply?.unserialized) buffers.push(reply.unserialized.buffer)
    if (reply?.body?.kind === 'parsed') buffers.push(reply.body.bytes.buffer)
  }
  return buffers
}
