import type { Page } from 'playwright-core'

/** What the page's address says: the path after the hash and its query, the dashboard's own part apart. */
export function address(page: Page): { path: string; query: Record<string, string> } {
  const { pathname, search, hash } = new URL(page.url())
  const route = new URL(hash.slice(1) || '/', 'http://route')
  return { path: `${pathname}${search}#${route.pathname}`, query: Object.fromEntries(route.searchParams) }
}
