import type { Browser } from 'playwright-core'
import { newContext, slowDown, type Visitor } from './openBrowser.ts'

/** A kind of first visit: its path and the expected content. */
export interface Visit {
  name: string
  visitor: Visitor
  path: string
  /** CSS selector of the element to wait for. */
  awaited: string
  /** Goals in milliseconds and kilobytes. */
  limits: { time: number; size: number }
}

const sign = 'painted after '

/** Makes the page report when the element is painted, because polling slows it down and notices it up to half a second late. */
const reportWhenPainted = (selector: string): string => `{
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => console.debug(${JSON.stringify(sign)} + performance.now())))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}`

/** Measures the milliseconds until the element is painted, and the kilobytes of all requests until then. */
export async function measureVisit(browser: Browser, { visitor, path, awaited }: Visit): Promise<{ time: number; size: number }> {
  const context = await newContext(browser, visitor)
  const page = await context.newPage()
  const bytes = await slowDown(page)
  await page.addInitScript(reportWhenPainted(awaited))
  const painted = page.waitForEvent('console', message => message.text().startsWith(sign))
  await page.goto(`${visitor.url}/_/${path}`, { waitUntil: 'commit' })
  const time = Number((await painted).text().slice(sign.length))
  const size = bytes() / 1000
  await context.close()
  return { time, size }
}
