import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { createServer } from '../../runtime/nodeHttp.ts'
import type { HttpApp } from '../app.ts'
import { skipLongRest } from '../bodies/unreadBody.ts'
import { sendResponse } from '../responses/sendResponse.ts'
import { adoptHttp2Request } from './adoptHttp2Request.ts'
import type { ConnectionCounter } from './createConnectionCounter.ts'
import type { UnreadCounter } from './createUnreadCounter.ts'
import { handleConcurrently } from './handleConcurrently.ts'
import { hasValidHost } from './hasValidHost.ts'
import { http1Limits } from './http1Limits.ts'
import type { Incoming, Outgoing } from './httpMessages.ts'
import type { TlsIdentity } from './openSecureServer.ts'
import { errorResponse, rejectionBytes, rejectionResponse, statusOfClientError } from './rejectConnection.ts'
import { runSequentially } from './runSequentially.ts'

/** Milliseconds that requests in progress have to finish after `close` is called. */
const closeTimeoutMs = 3_000
/** Interval, in milliseconds, for closing connections that have become idle during `close`. */
const closeIdleIntervalMs = 50

/**
 * Milliseconds after which a connection is closed whose client reads nothing of what waits to be sent. Node waits for them twice if it
 * has sent something since.
 */
const stallTimeoutMs = 30_000

export interface Listening {
  /** URL with the configured host and the actual port, e.g. `http://127.0.0.1:8090`. */
  url: string
  port: number
  /** Stops accepting requests, waits up to 3 seconds for those in progress, then closes all connections. */
  close: () => Promise<void>
}

const rejected = new WeakSet<Duplex>()

/**
 * Sends an error response directly on the connection, unless another response is being sent there. A client that is still sending
 * could lose the error response if the connection were closed at once, so its data is read and discarded. Node reports an error for
 * each chunk of it, so `rejected` remembers the connection.
 */
function rejectOn(connection: Duplex, status: number, response: ServerResponse | undefined): void {
  if (rejected.has(connection)) return
  rejected.add(connection)
  const isFree = !response?.headersSent || response.writableFinished
  if (!connection.writable || !isFree) {
    connection.destroy()
    return
  }
  connection.end(rejectionBytes(status))
  void skipLongRest(connection).then(() => connection.destroy())
}

/**
 * Closes connections on which a response makes no progress, and connections that have been idle after their last response. An event
 * stream of which nothing waits stays open.
 * @param responseOn returns the last response on a connection
 */
function closeStalled(server: Server, responseOn: (socket: Socket) => ServerResponse | undefined): void {
  // Node's timer restarts with each byte that is received or sent. While no request is in progress, it is `keepAliveTimeout`.
  server.timeout = stallTimeoutMs
  server.on('timeout', (socket: Socket) => {
    const response = responseOn(socket)
    if (!response) return
    if (socket.writableLength > 0 || response.writableFinished) socket.destroy()
  })
}

/** Handles the requests of a server with `app`, and rejects invalid ones. */
function serve(server: Server, app: HttpApp, unread?: UnreadCounter): void {
  const responses = new WeakMap<Duplex, ServerResponse>()
  const sequentially = runSequentially((incoming, outgoing) => {
    responses.set(incoming.socket, outgoing)
    if (hasValidHost(incoming)) void app(incoming, outgoing)
    else rejectOn(incoming.socket, 400, undefined)
  })
  const concurrently = handleConcurrently(app)
  /** Rejects a request over HTTP/2. */
  const reject = (incoming: Incoming, outgoing: Outgoing, response: HttpResponse): void => {
    if (unread) unread.send(incoming, outgoing, response)
    else sendResponse(outgoing, response)
  }
  const handle = (incoming: Incoming, outgoing: Outgoing): void => {
    if (!outgoing.stream) {
      void sequentially(incoming, outgoing)
      return
    }
    adoptHttp2Request(incoming, outgoing.stream)
    if (!hasValidHost(incoming)) {
      reject(incoming, outgoing, rejectionResponse(400))
      return
    }
    try {
      unread?.countBody(incoming)
    } catch (error) {
      reject(incoming, outgoing, errorResponse(error))
      return
    }
    void concurrently(incoming, outgoing)
  }
  /** Over HTTP/2, the second parameter is the response. */
  const rejectConnect = (incoming: Incoming, connection: Duplex | Outgoing): void => {
    if (incoming.stream) {
      adoptHttp2Request(incoming, incoming.stream)
      reject(incoming, connection as Outgoing, rejectionResponse(405))
    } else rejectOn(connection as Duplex, 405, undefined)
  }
  server
    .on('request', handle)
    .on('checkExpectation', handle)
    .on('connect', rejectConnect)
    .on('clientError', (error, connection) => rejectOn(connection, statusOfClientError(error), responses.get(connection)))
  closeStalled(server, socket => responses.get(socket))
}

/** Tracks the connections of a server. Returns a function that closes them. */
function trackConnections(server: Server): () => void {
  const connections = new Set<Socket>()
  server.on('connection', connection => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return () => {
    for (const connection of connections) connection.destroy()
  }
}

/** Creates a server for both versions of HTTP, which has all methods of an HTTP/1.1 server, unlike its type. */
async function createSecureServer(tls: TlsIdentity): Promise<Server> {
  const { openSecureServer } = await import('./openSecureServer.ts')
  return openSecureServer(tls) as unknown as Server
}

interface ListenOptions {
  /** The certificates, for HTTPS. */
  tls?: TlsIdentity
  countConnection?: ConnectionCounter
}

/**
 * Listens on an address and handles requests with `app`.
 * @throws Error with a system error code (EADDRINUSE, EACCES …) when listening fails
 */
export async function listen(
  app: HttpApp,
  { hostname, port }: { hostname: string; port: number },
  { tls, countConnection = () => undefined }: ListenOptions = {},
): Promise<Listening> {
  const server = tls ? await createSecureServer(tls) : createServer(http1Limits)
  server.on('connection', countConnection)
  serve(server, app, tls?.unread)
  const closeAllConnections = trackConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  const actualPort = (server.address() as AddressInfo).port
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  return {
    url: tls ? `https://${shownHost}${actualPort === 443 ? '' : `:${actualPort}`}` : `http://${shownHost}:${actualPort}`,
    port: actualPort,
    close: () =>
      new Promise(resolve => {
        const closeAll = setTimeout(closeAllConnections, closeTimeoutMs)
        const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs)
        server.close(() => {
          clearTimeout(closeAll)
          clearInterval(closeIdle)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
