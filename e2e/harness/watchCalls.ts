import type { Page, Request } from 'playwright-core'

export class Call {
  readonly method: string
  /** Path below the server's origin, without the query. */
  readonly path: string
  readonly query: Record<string, string>
  readonly #request: Request

  constructor(request: Request) {
    const { pathname, searchParams } = new URL(request.url())
    this.method = request.method()
    this.path = pathname
    this.query = Object.fromEntries(searchParams)
    this.#request = request
  }

  /** A failed expectation prints properties, and a request leads to the page and the browser. A getter is not printed. */
  get request(): Request {
    return this.#request
  }
}

/** Records the API requests that the page sends from now on, in order; the array grows with each request. */
export function watchCalls(page: Page): Call[] {
  const calls: Call[] = []
  page.on('request', request => {
    const call = new Call(request)
    if (/^(\/today)?\/api\//.test(call.path)) calls.push(call)
  })
  return calls
}

/** Returns the calls that change data. The event stream, which connects at any time, also sends a POST. */
export function changesIn(calls: readonly Call[]): Call[] {
  return calls.filter(({ method, path }) => method !== 'GET' && path !== '/api/realtime')
}
