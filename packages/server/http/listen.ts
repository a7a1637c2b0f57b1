import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { ApiError } from '../api/ApiError.ts'
import { errorReply } from '../api/errorReply.ts'
import type { Arrival } from './HttpEnv.ts'
import { commonHeaders } from './headers.ts'

const headerTimeout = 30_000
const requestTimeout = 10 * 60_000
/** Longer than proxies keep a connection that nobody uses, so that they do not reuse one that is just being closed. */
const keepAliveTimeout = 75_000
const largestHeader = 1024 * 1024
/** How long requests under way may take once the server is told to stop. */
const closeTimeout = 3_000

export interface Listening {
  /** With the host as it was asked for, e.g. `http://127.0.0.1:8090`. */
  url: string
  port: number
  /** Takes no more requests, waits a moment for those under way, then ends their connections. */
  close: () => Promise<void>
}

/** The answer to what is no HTTP request that a path could be read from. */
const badRequestResponse = (error: unknown): Response => {
  const { status, json } = errorReply(new ApiError(400, 'Bad Request.', {}, { cause: error }))
  const headers = { ...commonHeaders(undefined, () => undefined), 'Content-Type': 'application/json; charset=UTF-8' }
  return new Response(json ?? null, { status, headers })
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
    errorHandler: badRequestResponse,
  })
  const server = createServer(
    { maxHeaderSize: largestHeader, headersTimeout: headerTimeout, requestTimeout, keepAliveTimeout },
    listener,
  )
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
        const timer = setTimeout(() => server.closeAllConnections(), closeTimeout)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
