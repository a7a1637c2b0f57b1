import type { ServerHttp2Stream } from 'node:http2'
import { closeConnection } from './closeConnection.ts'

/** Error codes of RFC 9113. Node's module, which names them, is only loaded if the server has HTTPS. */
export const cancel = 8
export const enhanceYourCalm = 11

/** Milliseconds in which the connection has to take the message that a response is canceled. */
const cancelTimeoutMs = 10_000

/**
 * Cancels a response over HTTP/2. If its client reads nothing of the whole connection, the message is not sent, and what was written
 * before it stays in memory, so the connection is closed. That also happens to a client that reads slowly, with less than 100 KB per
 * second after a response of 1 MB, because Node does not show how much of one write has been sent.
 */
export function cancelResponse(stream: ServerHttp2Stream): void {
  const { session } = stream
  stream.close(cancel)
  if (!session) return
  const timer = setTimeout(() => {
    if (!stream.destroyed) closeConnection(session)
  }, cancelTimeoutMs).unref()
  stream.once('close', () => clearTimeout(timer))
}
