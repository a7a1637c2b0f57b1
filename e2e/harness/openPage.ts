import type { Page } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { expect, onTestFinished } from 'vitest'
import { copySample, type Preparation, type SampleName } from '../../test/harness/copySample.ts'
import { startServer } from '../../test/harness/startServer.ts'
import { collectErrors } from './collectErrors.ts'
import { launchBrowser } from './launchBrowser.ts'
import { saveScreenshot } from './saveScreenshot.ts'
import { sessionState, signInClient } from './signIn.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface PageOptions {
  sample?: SampleName
  /** SQL to run on the copy of the sample before the server starts. */
  prepare?: Preparation[]
  theme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Whether the browser already holds the session of the first admin. */
  signedIn?: boolean
  /** Where to go, below the dashboard's address, for example `#/collections`. */
  path?: string
  /** Console messages that the test provokes; any other error fails it. */
  allowedErrors?: RegExp[]
  /** `pool` answers requests in threads, as in production; it takes the server a second longer to start. */
  threads?: 'inline' | 'pool'
}

export interface OpenedPage {
  page: Page
  /** Of the server, for example http://127.0.0.1:40123. */
  origin: string
  dataDir: string
  /** Signed in as the first admin; only there when the page is. */
  client: PocketBase | undefined
}

/**
 * Opens the dashboard in a fresh browser context on a fresh copy of a sample, with a server of its own. To be called inside a test:
 * when the test ends, everything is closed, and an error that the page or another tab of its context reported fails it.
 */
export async function openPage({
  sample = 'magazine',
  prepare = [],
  theme = 'light',
  viewport = desktop,
  signedIn = true,
  path = '',
  allowedErrors = [],
  threads = 'inline',
}: PageOptions = {}): Promise<OpenedPage> {
  const copy = await copySample(sample, prepare)
  onTestFinished(copy.remove)
  const server = await startServer({ dataDir: copy.dataDir, threads })
  onTestFinished(server.stop)
  const origin = `http://127.0.0.1:${server.port}`
  const client = signedIn ? await signInClient(origin, copy.dataDir) : undefined
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...(client !== undefined && { storageState: sessionState(origin, client) }),
  })
  onTestFinished(() => context.close())
  const errors = collectErrors(context, allowedErrors)
  const page = await context.newPage()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshot(page, task.name)
    expect(errors(), 'errors that the page reported').toEqual([])
  })
  await page.goto(`${origin}/_/${path}`)
  return { page, origin, dataDir: copy.dataDir, client }
}
