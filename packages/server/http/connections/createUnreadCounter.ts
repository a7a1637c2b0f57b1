import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { bodyResource } from '../bodies/readBody.ts'
import type { RequestPolicy } from '../HttpParts.ts'
import { requestHead } from '../requests/requestHead.ts'
import { countUnread } from '../responses/countUnread.ts'
import { sendResponse } from '../responses/sendResponse.ts'
import { enhanceYourCalm } from './cancelResponse.ts'
import { type Incoming, isCanceled, type Outgoing } from './httpMessages.ts'

/** Bytes of a body that a client can send before they are read. With a round trip of 50 ms, uploads reach 2.5 MB per second. */
export const streamWindowBytes = 128 * 1024

/** The error code REFUSED_STREAM of RFC 9113: nothing was done, so the client can send the request again. */
const refusedStream = 7

/** Counts what clients over HTTP/2 have not read, and what they send before it is read, outside of the handler of requests. */
export interface UnreadCounter {
  /** Counts what a client can send of the body of a request before it is read. @throws Rejection when there is no room */
  countBody: (incoming: Incoming) => void
  /** Sends a response that counts for its client. If the client has no room for it, it is canceled. */
  send: (incoming: Incoming, outgoing: Outgoing, response: HttpResponse) => void
}

/**
 * Returns functions that count unread bodies for their clients until they are read, or their requests end, and responses. Over HTTP/1.1,
 * an unread body stays in the buffers of the system.
 */
export function createUnreadCounter(
  clients: ClientLedger,
  policy: Pick<RequestPolicy, 'isTrustedProxy' | 'logsIp'>,
): UnreadCounter {
  const countBody = (incoming: Incoming) => {
    const { stream } = incoming
    if (!stream || stream.endAfterHeaders) return
    const head = requestHead(incoming, policy)
    const length = Number(head.headers['content-length'] ?? streamWindowBytes)
    const hold = clients.open(bodyResource(head.headers), clients.clientOf(head))
    hold.onDropped(() => stream.close(refusedStream))
    hold.resize(Math.min(length, streamWindowBytes))
    const release = () => hold.release()
    incoming.once('resume', release)
    stream.once('close', release)
  }
  const send: UnreadCounter['send'] = (incoming, outgoing, response) => {
    if (!outgoing.stream || isCanceled(outgoing)) return sendResponse(outgoing, response)
    let counted: HttpResponse
    try {
      counted = countUnread(clients, requestHead(incoming, policy), response)
    } catch {
      outgoing.stream.close(enhanceYourCalm)
      return
    }
    sendResponse(outgoing, counted)
  }
  return { countBody, send }
}
