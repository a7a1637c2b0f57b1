import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpApp } from '../app.ts'
import { skipLongRest } from '../bodies/unreadBody.ts'
import { refusalBytes, statusOfClientError } from './refuse.ts'
import { runSequentially } from './runSequentially.ts'

const headerTimeout = 30_000
const requestTimeout = 10 * 60_000
/** Longer than proxies keep a connection that nobody uses, so that they do not reuse one that is just being closed. */
const keepAliveTimeout = 75_000
/** Maximum bytes of the request line and all headers together. */
const maxHeaderBytes = 64 * 1024
/** How long requests under way may take once the server is told to stop. */
const closeTimeout = 3_000
/** How often connections are let go of meanwhile that have got their answer. */
const closeInterval = 50

export interface Listening {
  /** With the host as it was asked for, e.g. `http://127.0.0.1:8090`. */
  url: string
  port: number
  /** Takes no more requests, waits a moment for those under way, then ends their connections. */
  close: () => Promise<void>
}

const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length

/**
 * HTTP 1.1 asks for one host, which Node would reject in its own words; nothing that names one has room for these characters. Of two
 * hosts, a proxy may have taken the other one than Node.
 */
const isPlausible = ({ headers, rawHeaders, httpVersion, url }: IncomingMessage): boolean => {
  const { host } = headers
  if (countHosts(rawHeaders) > 1) return false
  return host === undefined ? httpVersion !== '1.1' : !/[\s\\/?#@<>"{}|^`]/.test(host) && !url?.includes('\\')
}

const refused = new WeakSet<Duplex>()

/**
 * Rejects on the connection itself, unless a response is already being sent there. A client that is still sending would lose the rejection
 * if the connection were closed at once, so what it sends is read. Node reports an error for each of these pieces.
 */
const refuseOn = (connection: Duplex, status: number, answer: ServerResponse | undefined): void => {
  if (refused.has(connection)) return
  refused.add(connection)
  const isFree = !answer?.headersSent || answer.writableFinished
  if (!connection.writable || !isFree) {
    connection.destroy()
    return
  }
  connection.end(refusalBytes(status))
  void skipLongRest(connection).then(() => connection.destroy())
}

/**
 * Listens on an address for requests that `app` answers.
 * @throws Error with the code of the system (EADDRINUSE, EACCES …) when the address cannot be had
 */
export const listen = async (app: HttpApp, { hostname, port }: { hostname: string; port: number }): Promise<Listening> => {
  const answers = new WeakMap<Duplex, ServerResponse>()
  const answer = runSequentially((incoming, outgoing) => {
    answers.set(incoming.socket, outgoing)
    if (isPlausible(incoming)) void app(incoming, outgoing)
    else refuseOn(incoming.socket, 400, undefined)
  })
  const limits = { maxHeaderSize: maxHeaderBytes, headersTimeout: headerTimeout, requestTimeout, keepAliveTimeout }
  const server = createServer({ ...limits, requireHostHeader: false }, answer)
    .on('checkExpectation', answer)
    .on('clientError', (error, connection) => refuseOn(connection, statusOfClientError(error), answers.get(connection)))
    .on('connect', (_, connection) => refuseOn(connection, 405, undefined))
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
        const atLast = setTimeout(() => server.closeAllConnections(), closeTimeout)
        const meanwhile = setInterval(() => server.closeIdleConnections(), closeInterval)
        server.close(() => {
          clearTimeout(atLast)
          clearInterval(meanwhile)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
