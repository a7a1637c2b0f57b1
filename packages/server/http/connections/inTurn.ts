import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on a connection; what is behind them ends it. */
const mostWaiting = 1_000

/**
 * Handles the requests of a connection one after the other: those that come before the answer to an earlier one is on its way wait.
 * Node would hand them out at once, and would never tell of the connection's end those whose answer is not the next one.
 */
export const inTurn = (handle: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    if (outgoing.socket) {
      handle(incoming, outgoing)
      return
    }
    const { socket } = incoming
    const inFront = waiting.get(socket) ?? 0
    if (inFront >= mostWaiting) {
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
