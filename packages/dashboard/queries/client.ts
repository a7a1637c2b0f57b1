import PocketBase, { LocalAuthStore } from 'pocketbase'

/** The dashboard's connection. The API stands one level above the dashboard's own address. */
export const client = new PocketBase(new URL('..', location.href).href, new LocalAuthStore('coffer.session'))

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
