import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export interface PageSetup {
  theme: 'light' | 'dark'
  viewport: { width: number; height: number }
  /** A touch screen without a pointer that hovers; the context ends with the test. */
  isTouch: boolean
  /** A context that ends with the test. */
  ownContext: boolean
}

const everywhere: BrowserContextOptions = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/Berlin' }

interface KeptPage {
  context: BrowserContext
  page: Page
  isTaken: boolean
}

/** A browser takes as long to open a context with a page as to draw the dashboard twice, so that the tests take turns with one. */
let kept: KeptPage | undefined

/**
 * A page that holds nothing yet. It is the test's until it ends: its first one is handed on from test to test, cleared of all that
 * a test can change; where one fails, and for a second page, there is a context of its own.
 */
export async function takePage(browser: Browser, setup: PageSetup): Promise<Page> {
  if (setup.ownContext || setup.isTouch || kept?.isTaken) return openOwn(browser, setup)
  if (kept === undefined || kept.page.isClosed() || kept.context.browser() !== browser) kept = await openKept(browser)
  const taken = kept
  taken.isTaken = true
  onTestFinished(async ({ task }) => {
    taken.isTaken = false
    if (task.result?.state !== 'fail' && !taken.page.isClosed()) return clear(taken)
    kept = undefined
    await taken.context.close()
  })
  await taken.page.setViewportSize(setup.viewport)
  await taken.page.emulateMedia({ colorScheme: setup.theme, reducedMotion: 'reduce' })
  return taken.page
}

async function openOwn(browser: Browser, { theme, viewport, isTouch }: PageSetup): Promise<Page> {
  const touch = { hasTouch: isTouch, isMobile: isTouch }
  const context = await browser.newContext({ ...everywhere, viewport, colorScheme: theme, ...touch })
  onTestFinished(() => context.close())
  return context.newPage()
}

async function openKept(browser: Browser): Promise<KeptPage> {
  const context = await browser.newContext(everywhere)
  const page = await context.newPage()
  const refuse = () => {
    throw new Error('This would outlive the test: open the page with ownContext.')
  }
  Object.defineProperty(page, 'clock', { get: refuse })
  Object.defineProperty(page, 'addInitScript', { value: refuse })
  return { context, page, isTaken: false }
}

/** What a document of the origin stores, which {@link startSession} clears, goes with the next test that opens it. */
async function clear({ context, page }: KeptPage): Promise<void> {
  for (const event of ['console', 'weberror', 'page', 'request', 'response', 'requestfailed']) context.removeAllListeners(event)
  const pageEvents = ['console', 'pageerror', 'dialog', 'popup', 'download', 'filechooser', 'framenavigated']
  const calls = ['request', 'requestfinished', 'requestfailed', 'response', 'websocket']
  for (const event of [...pageEvents, ...calls]) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto('about:blank')
  await page.mouse.move(-1, -1)
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
}
