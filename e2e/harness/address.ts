import type { Page } from 'playwright-core'

/** Parses the page's address: the path (with the part before the hash, if it is not the dashboard's) and the query. */
export function address(page: Page): { path: string; query: Record<string, string> } {
  const { pathname, search, hash } = new URL(page.url())
  const route = new URL(hash.slice(1) || '/', 'http://route')
  return { path: `${pathname}${search}#${route.pathname}`, query: Object.fromEntries(route.searchParams) }
}
