import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Milliseconds after which a connection is closed whose client reads nothing of what waits to be sent. Node waits for them twice if it
 * has sent something since.
 */
const stallTimeoutMs = 30_000

/**
 * Closes connections on which a response makes no progress, and connections that have been idle after their last response. An event
 * stream of which nothing waits stays open.
 * @param responseOn returns the last response on a connection
 */
export function closeStalled(server: Server, responseOn: (socket: Socket) => ServerResponse | undefined): void {
  // Node's timer restarts with each byte that is received or sent. While no request is in progress, it is `keepAliveTimeout`.
  server.timeout = stallTimeoutMs
  server.on('timeout', (socket: Socket) => {
    const response = responseOn(socket)
    if (!response) return
    if (socket.writableLength > 0 || response.writableFinished) socket.destroy()
  })
}
