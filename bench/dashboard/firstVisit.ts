import type { Browser } from 'playwright-core'
import { newContext, slowDown, type Visitor } from './openBrowser.ts'

/** One kind of first visit: where to, and what is then there to see. */
export interface Visit {
  name: string
  visitor: Visitor
  path: string
  /** What is waited for, as a selector of CSS. */
  awaited: string
  /** Milliseconds and kilobytes at most. */
  limits: { time: number; size: number }
}

const sign = 'painted after '

/** Has the page itself say when the element is painted: to ask it again and again takes time of it and is up to half a second late. */
const tellWhenPainted = (selector: string): string => `{
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => console.debug(${JSON.stringify(sign)} + performance.now())))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}`

/** Milliseconds until it is painted, and kilobytes of all requests until then. */
export const measureVisit = async (
  browser: Browser,
  { visitor, path, awaited }: Visit,
): Promise<{ time: number; size: number }> => {
  const context = await newContext(browser, visitor)
  const page = await context.newPage()
  const bytes = await slowDown(page)
  await page.addInitScript(tellWhenPainted(awaited))
  const told = page.waitForEvent('console', message => message.text().startsWith(sign))
  await page.goto(`${visitor.url}/_/${path}`, { waitUntil: 'commit' })
  const time = Number((await told).text().slice(sign.length))
  const size = bytes() / 1000
  await context.close()
  return { time, size }
}
