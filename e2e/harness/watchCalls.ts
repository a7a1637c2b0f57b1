import type { Page, Request } from 'playwright-core'

export interface Call {
  method: string
  /** Below the server's address, without the query. */
  path: string
  query: Record<string, string>
  request: Request
}

/** The calls of the API that the page makes from now on, in their order; the list grows as they are made. */
export function watchCalls(page: Page): Call[] {
  const calls: Call[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push({ method: request.method(), path: pathname, query: Object.fromEntries(searchParams), request })
  })
  return calls
}
