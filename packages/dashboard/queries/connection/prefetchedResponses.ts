/** Prefetched responses are used until this many milliseconds after the page was opened. */
const maxAgeMs = 30_000

const fetched = new Map<string, { token: string; response: Promise<Response> }>()

/** Sends the requests that every page starts with while its scripts are still loading. */
export function prefetchResponses(token: string): void {
  for (const path of ['collections?page=1&perPage=200&skipTotal=1&coffer=true&sort=%2Bname', 'settings']) {
    const { href } = new URL(`../api/${path}`, location.href)
    const response = fetch(href, { headers: { Authorization: token } })
    // A response that no query uses must not cause an unhandled rejection.
    response.catch(() => {})
    fetched.set(href, { token, response })
  }
}

/** A `fetch` that returns the prefetched response if there is one for the same session. Each is used once. */
export function prefetchedFetch(url: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const { token, response } = fetched.get(String(url)) ?? {}
  fetched.delete(String(url))
  const isOfSession = token === new Headers(options?.headers).get('Authorization')
  if (response === undefined || !isOfSession || performance.now() > maxAgeMs) return fetch(url, options)
  // If prefetching failed, the connection may work again by now.
  return response.catch(() => fetch(url, options))
}
