import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { sessionKey, signInClient } from '../../e2e/harness/signIn.ts'
import { findChromium } from '../../scripts/findChromium.ts'

/** A slow mobile line, and a phone's processor: what the dashboard's limits are for. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowProcessor = { rate: 4 }

export const openBrowser = (): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('This benchmark needs Chromium: install it or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** Where the dashboard is, and in whose name it is opened. */
export interface Visitor {
  url: string
  dataDir: string
  signedIn: boolean
}

/** A context of its own: nothing is cached, and the first admin is signed in if so wished. */
export const newContext = async (browser: Browser, { url, dataDir, signedIn }: Visitor): Promise<BrowserContext> => {
  const viewport = { width: 1440, height: 900 }
  if (!signedIn) return browser.newContext({ viewport })
  const { token, model } = (await signInClient(url, dataDir)).authStore
  const localStorage = [{ name: sessionKey, value: JSON.stringify({ token, model }) }]
  return browser.newContext({ viewport, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } })
}

/** Slows the page's line and processor down; the result tells how many bytes came over the line since. */
export const slowDown = async (page: Page): Promise<() => number> => {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowLine)
  await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
  return () => bytes
}
