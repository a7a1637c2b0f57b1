import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Arrival } from './HttpEnv.ts'
import { refusalBytes, refusalResponse, statusOfClientError } from './refuse.ts'

const headerTimeout = 30_000
const requestTimeout = 10 * 60_000
/** Longer than proxies keep a connection that nobody uses, so that they do not reuse one that is just being closed. */
const keepAliveTimeout = 75_000
const largestHeader = 1024 * 1024
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

/** Refuses on the connection itself, unless an answer is on its way there that this would run into. */
const refuseOn = (connection: Duplex, status: number, answer: ServerResponse | undefined): void => {
  const isFree = !answer?.headersSent || answer.writableFinished
  if (connection.writable && isFree) connection.end(refusalBytes(status))
  else connection.destroy()
}

/**
 * Listens on an address for requests that `fetch` answers.
 * @throws Error with the code of the system (EADDRINUSE, EACCES …) when the address cannot be had
 */
export const listen = async (
  fetch: (request: Request, arrival: Arrival) => Response | Promise<Response>,
  { hostname, port }: { hostname: string; port: number },
): Promise<Listening> => {
  const listener = getRequestListener((request, env) => fetch(request, env as Arrival), {
    hostname,
    errorHandler: () => refusalResponse(400),
  })
  const answers = new WeakMap<Duplex, ServerResponse>()
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answers.set(incoming.socket, outgoing)
    // HTTP 1.1 asks for this; Node would refuse it in its own words.
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') refuseOn(incoming.socket, 400, undefined)
    else void listener(incoming, outgoing)
  }
  const limits = { maxHeaderSize: largestHeader, headersTimeout: headerTimeout, requestTimeout, keepAliveTimeout }
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
