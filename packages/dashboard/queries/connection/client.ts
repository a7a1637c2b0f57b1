import PocketBase, { BaseAuthStore, LocalAuthStore } from 'pocketbase'
import { ConnectionWatch } from './ConnectionWatch.ts'
import { isUnreachable, statusOf } from './failure.ts'
import { sessionKey } from './storedSession.ts'

/** API client of the dashboard. The API's base URL is one level above the dashboard's. */
export const client = new PocketBase(new URL('..', location.href).href, new LocalAuthStore(sessionKey))

client.autoCancellation(false)

let openRequests = new AbortController()

/** The dashboard reads the dialect of 0.22, whatever the instance's is. */
const dialectHeader = { 'X-Dialect': '0.22' }

client.beforeSend = (url, options) => {
  const signals = options.signal ? [options.signal, openRequests.signal] : [openRequests.signal]
  const headers = { ...options.headers, ...dialectHeader }
  return { url, options: { ...options, headers, signal: AbortSignal.any(signals) } }
}

/** Aborts all requests in flight, reads and writes. */
export function cancelAllRequests(): void {
  openRequests.abort()
  openRequests = new AbortController()
}

const pingTimeoutMs = 10_000

/** Whether the server is reachable, updated by the requests of all screens. */
export const connection = new ConnectionWatch(() => client.health.check({ signal: AbortSignal.timeout(pingTimeoutMs) }))

const send = client.send.bind(client)

client.send = async (path, options) => {
  try {
    const response = await send(path, options)
    connection.answered()
    return response
  } catch (error) {
    if (isUnreachable(error)) connection.failed()
    else if (statusOf(error)) connection.answered()
    throw error
  }
}

class NoSession extends BaseAuthStore {}

/** Creates a client for public pages. It never sends the session of an admin who is signed in in the same browser. */
export function withoutSession(): PocketBase {
  return new PocketBase(client.baseUrl, new NoSession())
}
