import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { bodyResource } from '../bodies/readBody.ts'
import type { RequestPolicy } from '../HttpParts.ts'
import { requestHead } from '../requests/requestHead.ts'
import type { Incoming } from './httpMessages.ts'

/** Bytes of a body that a client can send before they are read. With a round trip of 50 ms, uploads reach 2.5 MB per second. */
export const streamWindowBytes = 128 * 1024

/** The error code REFUSED_STREAM of RFC 9113: nothing was done, so the client can send the request again. */
const refusedStream = 7

/** Counts what a client can send of the body of an HTTP/2 request before it is read. @throws Rejection when there is no room */
export type CountUnreadBody = (incoming: Incoming) => void

/**
 * Returns a function that counts unread bodies for their clients until they are read, or their requests end. Over HTTP/1.1, an unread
 * body stays in the buffers of the system.
 */
export function countUnreadBodies(
  clients: ClientLedger,
  policy: Pick<RequestPolicy, 'isTrustedProxy' | 'logsIp'>,
): CountUnreadBody {
  return incoming => {
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
}
