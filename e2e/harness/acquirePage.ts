import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { navigate } from './navigate.ts'

export interface PageSetup {
  theme: 'light' | 'dark'
  viewport: { width: number; height: number }
  /** A context with a touch screen and without hover, closed when the test ends. */
  isTouch: boolean
  /** A context that is closed when the test ends. */
  ownContext: boolean
}

const commonOptions: BrowserContextOptions = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/Berlin' }

interface SharedPage {
  context: BrowserContext
  page: Page
  isInUse: boolean
}

/** Opening a context with a page takes as long as rendering the dashboard twice, so the tests of a process share one. */
let shared: SharedPage | undefined

/**
 * Returns a blank page for the current test. Tests share one page, which is reset after a test that passes and replaced after one
 * that fails. A test's second page, and a page with a special setup, has its own context.
 */
export async function acquirePage(browser: Browser, setup: PageSetup): Promise<Page> {
  if (setup.ownContext || setup.isTouch || shared?.isInUse) return openSeparate(browser, setup)
  if (shared === undefined || shared.page.isClosed() || shared.context.browser() !== browser) shared = await openShared(browser)
  const acquired = shared
  acquired.isInUse = true
  onTestFinished(async ({ task }) => {
    acquired.isInUse = false
    if (task.result?.state !== 'fail' && !acquired.page.isClosed()) return reset(acquired)
    shared = undefined
    await acquired.context.close()
  })
  await acquired.page.setViewportSize(setup.viewport)
  await acquired.page.emulateMedia({ colorScheme: setup.theme, reducedMotion: 'reduce' })
  return acquired.page
}

async function openSeparate(browser: Browser, { theme, viewport, isTouch }: PageSetup): Promise<Page> {
  const touch = { hasTouch: isTouch, isMobile: isTouch }
  const context = await browser.newContext({ ...commonOptions, viewport, colorScheme: theme, ...touch })
  onTestFinished(() => context.close())
  return context.newPage()
}

async function openShared(browser: Browser): Promise<SharedPage> {
  const context = await browser.newContext(commonOptions)
  const page = await context.newPage()
  const throwOutlivesTest = () => {
    throw new Error('This would outlive the test: open the page with ownContext.')
  }
  Object.defineProperty(page, 'clock', { get: throwOutlivesTest })
  Object.defineProperty(page, 'addInitScript', { value: throwOutlivesTest })
  return { context, page, isInUse: false }
}

/** Resets the shared page, except the storage of an origin, which {@link startSession} clears when the next test opens it. */
async function reset({ context, page }: SharedPage): Promise<void> {
  for (const event of ['console', 'weberror', 'page', 'request', 'response', 'requestfailed']) context.removeAllListeners(event)
  const pageEvents = ['console', 'pageerror', 'dialog', 'popup', 'download', 'filechooser', 'framenavigated']
  const calls = ['request', 'requestfinished', 'requestfailed', 'response', 'websocket']
  for (const event of [...pageEvents, ...calls]) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await navigate(page, 'about:blank')
  await page.mouse.move(-1, -1)
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
}
