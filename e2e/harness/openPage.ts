import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, onTestFinished } from 'vitest'
import { collectErrors } from './collectErrors.ts'
import { patience } from './eventually.ts'
import { launchBrowser } from './launchBrowser.ts'
import { saveScreenshot } from './saveScreenshot.ts'
import { signInClient, startSession } from './signIn.ts'
import { type SampleServer, type SampleSetup, startSample } from './startSample.ts'
import { takePage } from './takePage.ts'

/** Chromium may look for an icon of the bare document in which a session starts. */
const missingIcon = /\/favicon\.ico\)$/

const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface PageOptions extends SampleSetup {
  /** A server that runs already, in place of one of the test's own. */
  server?: SampleServer
  theme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Whether the page is on a touch screen, where no pointer hovers. */
  isTouch?: boolean
  /** For a test that changes the page's clock or adds scripts to its documents, chooses files, or looks at what the browser caches. */
  ownContext?: boolean
  /** Whether the browser already holds the session of the first admin. */
  signedIn?: boolean
  /** Where to go, below the dashboard's address, for example `#/collections`; null to go nowhere yet. */
  path?: string | null
  /** Console messages that the test provokes; any other error fails it. */
  allowedErrors?: RegExp[]
}

export interface OpenedPage {
  page: Page
  /** Of the server, for example http://127.0.0.1:40123. */
  origin: string
  dataDir: string
  /** Signed in as the first admin when the page is. */
  client: PocketBase
  /** Loads the dashboard afresh at a path below its address. */
  load: (path: string) => Promise<void>
  /** Changes the hash of the address, as a link does. */
  go: (hash: string) => Promise<void>
}

async function startOwn(setup: SampleSetup): Promise<SampleServer> {
  const server = await startSample(setup)
  onTestFinished(server.stop)
  return server
}

/**
 * Opens the dashboard in a browser that remembers nothing, on a running server or on one of its own with a fresh copy of a sample. To be
 * called inside a test: when the test ends, everything is closed, and an error that the page or another tab of its context
 * reported fails it.
 */
export async function openPage({
  server,
  theme = 'light',
  viewport = desktop,
  isTouch = false,
  ownContext = false,
  signedIn = true,
  path = '',
  allowedErrors = [],
  ...setup
}: PageOptions = {}): Promise<OpenedPage> {
  const { origin, dataDir } = server ?? (await startOwn(setup))
  const client = signedIn ? await signInClient(origin, dataDir) : new PocketBase(origin)
  const page = await takePage(await launchBrowser(), { theme, viewport, isTouch, ownContext })
  const context = page.context()
  context.setDefaultTimeout(patience)
  const errors = collectErrors(context, [...allowedErrors, missingIcon])
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshot(page, task.name)
    expect(errors(), 'errors that the page reported').toEqual([])
  })
  await startSession(page, origin, signedIn ? client : undefined)
  const load = async (path: string) => {
    if (page.url() !== 'about:blank') await page.goto('about:blank')
    await page.goto(`${origin}/_/${path}`)
  }
  if (path !== null) await load(path)
  const go = (hash: string) => page.evaluate<void>(`location.hash = ${JSON.stringify(hash)}`)
  return { page, origin, dataDir, client, load, go }
}
