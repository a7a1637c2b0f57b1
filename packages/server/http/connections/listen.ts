import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpApp } from '../app.ts'
import { skipLongRest } from '../bodies/unreadBody.ts'
import { rejectionBytes, statusOfClientError } from './rejectConnection.ts'
import { runSequentially } from './runSequentially.ts'

const headersTimeoutMs = 30_000
const requestTimeoutMs = 10 * 60_000
/** Longer than proxies keep idle connections, so that a proxy does not send a request on a connection that is being closed. */
const keepAliveTimeoutMs = 75_000
/** Maximum bytes of the request line and all headers together. */
const maxHeaderBytes = 64 * 1024
/** Milliseconds that requests in progress have to finish after `close` is called. */
const closeTimeoutMs = 3_000
/** Interval, in milliseconds, for closing connections that have become idle during `close`. */
const closeIdleIntervalMs = 50

export interface Listening {
  /** URL with the configured host and the actual port, e.g. `http://127.0.0.1:8090`. */
  url: string
  port: number
  /** Stops accepting requests, waits up to 3 seconds for those in progress, then closes all connections. */
  close: () => Promise<void>
}

const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length

/**
 * Whether a request has a valid target and exactly one valid host. Checked here instead of in Node, whose error response has
 * another format. If a request has two hosts, a proxy and Node can disagree about which of them counts.
 */
const hasValidHost = ({ headers, rawHeaders, httpVersion, url }: IncomingMessage): boolean => {
  const { host } = headers
  if (countHosts(rawHeaders) > 1) return false
  return host === undefined ? httpVersion !== '1.1' : !/[\s\\/?#@<>"{}|^`]/.test(host) && !url?.includes('\\')
}

const rejected = new WeakSet<Duplex>()

/**
 * Sends an error response directly on the connection, unless another response is being sent there. A client that is still sending
 * could lose the error response if the connection were closed at once, so its data is read and discarded. Node reports an error for
 * each chunk of it, so `rejected` remembers the connection.
 */
const rejectOn = (connection: Duplex, status: number, response: ServerResponse | undefined): void => {
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
 * Listens on an address and handles requests with `app`.
 * @throws Error with a system error code (EADDRINUSE, EACCES …) when listening fails
 */
export const listen = async (app: HttpApp, { hostname, port }: { hostname: string; port: number }): Promise<Listening> => {
  const responses = new WeakMap<Duplex, ServerResponse>()
  const handle = runSequentially((incoming, outgoing) => {
    responses.set(incoming.socket, outgoing)
    if (hasValidHost(incoming)) void app(incoming, outgoing)
    else rejectOn(incoming.socket, 400, undefined)
  })
  const limits = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  }
  const server = createServer({ ...limits, requireHostHeader: false }, handle)
    .on('checkExpectation', handle)
    .on('clientError', (error, connection) => rejectOn(connection, statusOfClientError(error), responses.get(connection)))
    .on('connect', (_, connection) => rejectOn(connection, 405, undefined))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  const actualPort = (server.address() as AddressInfo).port
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  return {
    url: `http://${shownHost}:${actualPort}`,
    port: actualPort,
    close: () =>
      new Promise(resolve => {
        const closeAll = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
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
