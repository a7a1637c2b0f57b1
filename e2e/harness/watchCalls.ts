import type { Page, Request } from 'playwright-core'

export interface Call {
  method: string
  /** Path below the server's origin, without the query. */
  path: string
  query: Record<string, string>
  request: Request
}

/** Records the API requests that the page sends from now on, in order; the array grows with each request. */
export function watchCalls(page: Page): Call[] {
  const calls: Call[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push({ method: request.method(), path: pathname, query: Object.fromEntries(searchParams), request })
  })
  return calls
}
