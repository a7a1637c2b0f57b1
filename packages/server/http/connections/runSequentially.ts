import type { Socket } from 'node:net'
import type { HttpApp } from '../app.ts'

/** Maximum number of waiting requests on a connection. One more closes it. */
const maxWaiting = 1_000

/**
 * Handles the pipelined requests of an HTTP/1.1 connection one after the other. Node would handle all of them at once, and would
 * report a closed connection only to the request whose response is next.
 */
export function runSequentially(handle: HttpApp): HttpApp {
  const waiting = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    if (outgoing.socket) {
      void handle(incoming, outgoing)
      return
    }
    const { socket } = incoming
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= maxWaiting) {
      socket.destroy()
      return
    }
    waiting.set(socket, ahead + 1)
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      void handle(incoming, outgoing)
    })
  }
}
