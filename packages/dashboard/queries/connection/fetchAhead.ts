/** Milliseconds after the page was opened in which what was asked for ahead is as good as new. */
const freshFor = 30_000

const fetched = new Map<string, { token: string; answer: Promise<Response> }>()

/** Asks for what the page is about to ask the server for, before what it is made of has come. */
export function fetchAhead(token: string): void {
  for (const path of ['collections?page=1&perPage=200&skipTotal=1&sort=%2Bname', 'settings']) {
    const { href } = new URL(`../api/${path}`, location.href)
    const answer = fetch(href, { headers: { Authorization: token } })
    // Whoever takes it is told; nobody has to.
    answer.catch(() => {})
    fetched.set(href, { token, answer })
  }
}

/** A `fetch` that takes the answer to what was asked for while the page was loading, once and for the same session. */
export const fetchedAhead = (url: RequestInfo | URL, options?: RequestInit): Promise<Response> => {
  const { token, answer } = fetched.get(String(url)) ?? {}
  fetched.delete(String(url))
  const isOfSession = token === new Headers(options?.headers).get('Authorization')
  if (answer === undefined || !isOfSession || performance.now() > freshFor) return fetch(url, options)
  // A line that broke while the page was loading says nothing of the one there is now.
  return answer.catch(() => fetch(url, options))
}
