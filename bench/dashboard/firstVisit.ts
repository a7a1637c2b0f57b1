import type { Browser, Page } from 'playwright-core'
import { newContext, slowDown, type Visitor } from './openBrowser.ts'

/** One kind of first visit: where to, and what is then there to see. */
export interface Visit {
  name: string
  visitor: Visitor
  path: string
  isThere: (page: Page) => Promise<void>
  /** Milliseconds and kilobytes at most. */
  limits: { time: number; size: number }
}

/** Milliseconds until it is there, and kilobytes of all requests until the line is quiet. */
export const measureVisit = async (
  browser: Browser,
  { visitor, path, isThere }: Visit,
): Promise<{ time: number; size: number }> => {
  const context = await newContext(browser, visitor)
  const page = await context.newPage()
  const bytes = await slowDown(page)
  const begun = performance.now()
  await page.goto(`${visitor.url}/_/${path}`, { waitUntil: 'commit' })
  await isThere(page)
  const time = performance.now() - begun
  // What comes after what was waited for counts as well, but for what is fetched ahead while nothing happens.
  const size = bytes() / 1000
  await context.close()
  return { time, size }
}
