import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { sessionKey, signInClient } from '../../e2e/harness/signIn.ts'
import { findChromium } from '../../scripts/findChromium.ts'

/** A slow mobile network and a phone's processor, for which the dashboard's limits are set. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowProcessor = { rate: 4 }

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('This benchmark needs Chromium: install it or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** The address of the dashboard and the signed-in admin. */
export interface Visitor {
  url: string
  dataDir: string
  signedIn: boolean
}

/** Opens an uncached browser context, optionally signed in as the first admin. */
export async function newContext(browser: Browser, { url, dataDir, signedIn }: Visitor): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 }
  if (!signedIn) return browser.newContext({ viewport })
  const { token, model } = (await signInClient(url, dataDir)).authStore
  const localStorage = [{ name: sessionKey, value: JSON.stringify({ token, model }) }]
  return browser.newContext({ viewport, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } })
}

/** Throttles the page's network and processor; the returned function counts the bytes received since then. */
export async function slowDown(page: Page): Promise<() => number> {
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
