import type { IncomingMessage } from 'node:http'
import type { HttpApp } from '../app.ts'
import { http1Limits } from './http1Limits.ts'
import { waitingOf } from './waitingRequests.ts'

/** Maximum number of waiting requests on a connection. One more closes it. Programs that pipeline requests send about ten. */
const maxWaiting = 50
/** Maximum bytes of the heads of the waiting requests on a connection: those of one request of the greatest length. */
const maxWaitingBytes = http1Limits.maxHeaderSize

const headBytes = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length)

/**
 * Handles the pipelined requests of an HTTP/1.1 connection one after the other. Node would handle all of them at once, and would
 * report a closed connection only to the request whose response is next.
 */
export function runSequentially(handle: HttpApp): HttpApp {
  return (incoming, outgoing) => {
    if (outgoing.socket) {
      void handle(incoming, outgoing)
      return
    }
    const { socket } = incoming
    const waiting = waitingOf(socket)
    const bytes = headBytes(incoming)
    if (waiting.isEndless || waiting.count >= maxWaiting || waiting.bytes + bytes > maxWaitingBytes) {
      socket.destroy()
      return
    }
    waiting.count += 1
    waiting.bytes += bytes
    outgoing.once('socket', () => {
      waiting.count -= 1
      waiting.bytes -= bytes
      void handle(incoming, outgoing)
    })
  }
}
