import { client } from './client.ts'

declare global {
  interface Window {
    /** What `fetchAhead.js` has asked for, by address, and in whose name. */
    cofferAhead?: { token: string; fetched: Map<string, Promise<Response>> }
  }
}

/** Milliseconds after the page was opened in which what was asked for ahead is as good as new. */
const freshFor = 30_000

/** A `fetch` that takes the answer to what was asked for while the page was loading, once and for the same session. */
export const fetchedAhead = (url: RequestInfo | URL, options?: RequestInit): Promise<Response> => {
  const { token, fetched } = window.cofferAhead ?? {}
  const answer = fetched?.get(String(url))
  fetched?.delete(String(url))
  if (answer === undefined || token !== client.authStore.token || performance.now() > freshFor) return fetch(url, options)
  // A line that broke while the page was loading says nothing of the one there is now.
  return answer.catch(() => fetch(url, options))
}
