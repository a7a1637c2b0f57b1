import type { Socket } from 'node:net'

/** The requests that wait on a connection. */
interface Waiting {
  count: number
  bytes: number
  /** Whether the response in progress never ends, so that a request behind it would wait as long as the connection is open. */
  isEndless: boolean
}

const waitingOn = new WeakMap<Socket, Waiting>()

/** Returns the requests that wait on a connection. */
export function waitingOf(socket: Socket): Waiting {
  const waiting = waitingOn.get(socket) ?? { count: 0, bytes: 0, isEndless: false }
  waitingOn.set(socket, waiting)
  return waiting
}

/** Closes a connection if another request waits on it, now or later, because the response in progress never ends. */
export function closeOnNextRequest(socket: Socket): void {
  const waiting = waitingOf(socket)
  waiting.isEndless = true
  if (waiting.count > 0) socket.destroy()
}
