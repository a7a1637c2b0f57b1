import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, onTestFinished } from 'vitest'
import { acquirePage } from './acquirePage.ts'
import { collectErrors } from './collectErrors.ts'
import { pageTimeoutMs } from './eventually.ts'
import { launchBrowser } from './launchBrowser.ts'
import { navigate } from './navigate.ts'
import { saveScreenshot } from './saveScreenshot.ts'
import { signInClient, startSession } from './signIn.ts'
import { type SampleServer, type SampleSetup, startSample } from './startSample.ts'

/** Chromium may request a favicon for the empty document in which a session starts. */
const missingIcon = /\/favicon\.ico\)$/

/** The event stream can be lost between its opening and its subscription, which the client then repeats. */
const lostStream = /status of 404 .*\/api\/realtime\)$/

const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface PageOptions extends SampleSetup {
  /** A server that is already running, instead of a new one for the test. */
  server?: SampleServer
  theme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Whether the page is on a touch screen, which does not support hovering. */
  isTouch?: boolean
  /**
   * Whether the test changes the clock, adds init scripts, chooses files or checks the browser's cache, which needs its own
   * context.
   */
  ownContext?: boolean
  /** Whether the browser has the session of the first admin. */
  signedIn?: boolean
  /** The path below the dashboard's address to open, for example `#/collections`; null opens nothing yet. */
  path?: string | null
  /** Console errors that the test provokes; any other error fails it. */
  allowedErrors?: RegExp[]
}

export interface OpenedPage {
  page: Page
  /** Origin of the server, for example http://127.0.0.1:40123. */
  origin: string
  dataDir: string
  /** A client that is signed in as the first admin if the page is. */
  client: PocketBase
  /** Loads the dashboard from scratch at a path below its address. */
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
 * Opens the dashboard in an empty browser context, on a running server or a new one with a fresh copy of a sample.
 * Call it inside a test: everything is closed when the test ends, and an error in the page or another tab fails the test.
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
  const page = await acquirePage(await launchBrowser(), { theme, viewport, isTouch, ownContext })
  const context = page.context()
  context.setDefaultTimeout(pageTimeoutMs)
  const errors = collectErrors(context, [...allowedErrors, missingIcon, lostStream])
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshot(page, task.name)
    expect(errors(), 'errors that the page reported').toEqual([])
  })
  await startSession(page, origin, signedIn ? client : undefined)
  const load = async (path: string) => {
    if (page.url() !== 'about:blank') await navigate(page, 'about:blank')
    await navigate(page, `${origin}/_/${path}`)
  }
  if (path !== null) await load(path)
  const go = (hash: string) => page.evaluate<void>(`location.hash = ${JSON.stringify(hash)}`)
  return { page, origin, dataDir, client, load, go }
}
