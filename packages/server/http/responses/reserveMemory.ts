import { errorReply, unseenReply } from '../../api/errorReplies.ts'
import type { EmptyReply, JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { ResponseMemory } from '../../messages/HttpResponse.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'

/** Shorter responses are not counted for their clients: most of each fits into the buffers of its connection. */
const minCountedLength = 64 * 1024

/** A reply whose JSON is in memory, which is counted for the client if it is long. */
interface ReservedReply {
  reply: JsonReply | EmptyReply
  memory?: ResponseMemory
}

/** Counts a long reply for its client. If the client has no room for it, the reply is an error instead. */
export function reserveMemory(clients: ClientLedger, head: RequestHead, reply: JsonReply | EmptyReply): ReservedReply {
  if (reply.kind === 'empty') return { reply }
  const { length } = reply.json
  if (length < minCountedLength) return { reply }
  // A client can always get one response, however long: characters beyond ASCII take several bytes.
  const amount = Math.min(length, clients.limitOf('responseBytes').perClient)
  try {
    return {
      reply,
      memory: clients.hold('responseBytes', { ...clients.clientOf(head), ...(reply.user && { user: reply.user }) }, amount),
    }
  } catch (error) {
    const isRead = head.method === 'GET' || head.method === 'HEAD'
    // The change of a request that writes is committed, so the client must not repeat it.
    return {
      reply: { ...(isRead ? errorReply(error, head) : unseenReply(error, head)), ...(reply.auth && { auth: reply.auth }) },
    }
  }
}
