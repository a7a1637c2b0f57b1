import PocketBase, { LocalAuthStore } from 'pocketbase'
import { ConnectionWatch } from './ConnectionWatch.ts'
import { isUnreachable, statusOf } from './failure.ts'
import { sessionKey } from './storedSession.ts'

/** The dashboard's connection. The API stands one level above the dashboard's own address. */
export const client = new PocketBase(new URL('..', location.href).href, new LocalAuthStore(sessionKey))

client.autoCancellation(false)

let openRequests = new AbortController()

client.beforeSend = (url, options) => {
  const signals = options.signal ? [options.signal, openRequests.signal] : [openRequests.signal]
  return { url, options: { ...options, signal: AbortSignal.any(signals) } }
}

/** Aborts every request under way, reads and writes alike. */
export function cancelAllRequests(): void {
  openRequests.abort()
  openRequests = new AbortController()
}

/** Milliseconds in which a server that is there says so. */
const longestAnswer = 10_000

/** Whether the server can be reached, as far as the calls of all screens tell. */
export const connection = new ConnectionWatch(() => client.health.check({ signal: AbortSignal.timeout(longestAnswer) }))

const send = client.send.bind(client)

client.send = async (path, options) => {
  try {
    const answer = await send(path, options)
    connection.answered()
    return answer
  } catch (error) {
    if (isUnreachable(error)) connection.failed()
    else if (statusOf(error)) connection.answered()
    throw error
  }
}
