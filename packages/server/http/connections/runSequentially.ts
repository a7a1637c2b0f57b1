import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of requests that wait on a connection; one more closes it. */
const maxWaiting = 1_000

/**
 * Handles the pipelined requests of a connection one after the other. Node would pass on all of them at once, and would report a closed
 * connection only to the request whose response is next.
 */
export const runSequentially = (handle: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    if (outgoing.socket) {
      handle(incoming, outgoing)
      return
    }
    const { socket } = incoming
    const inFront = waiting.get(socket) ?? 0
    if (inFront >= maxWaiting) {
      socket.destroy()
      return
    }
    waiting.set(socket, inFront + 1)
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      handle(incoming, outgoing)
    })
  }
}
