import type { Http2SecureServer, Http2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'

const sockets = new WeakMap<Http2Session, TLSSocket>()

/** Remembers the socket of each HTTP/2 session of a server. Node shows only one that cannot be destroyed. */
export function trackSockets(server: Http2SecureServer): void {
  let latest: TLSSocket | undefined
  // Node creates the session in its own listener for this event.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    latest = socket
  })
  server.on('session', (session: Http2Session) => {
    if (latest) sockets.set(session, latest)
  })
}

/**
 * Closes the connection of a session at once. `session.destroy` would wait until the client has read what was written, which a client
 * that reads nothing never does.
 */
export function closeConnection(session: Http2Session): void {
  const socket = sockets.get(session)
  if (socket) socket.destroy()
  else session.destroy()
}
