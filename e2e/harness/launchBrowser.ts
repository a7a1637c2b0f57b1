import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/findChromium.ts'

/**
 * Disabled features. Chromium uses only the last list, so this repeats Playwright's, as far as it matters here. The last five would
 * start two processes for each page that no test looks at: a spare renderer and the suggestions of the address bar.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** The browser can connect only to the server under test. */
const args = [
  `--disable-features=${withoutFeatures}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let launched: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('The browser tests need Chromium: install it or set CHROMIUM_PATH.')
  const browser = await chromium.launch({ executablePath, args })
  browser.once('disconnected', () => {
    launched = undefined
  })
  return browser
}

/** The browser of all test files in this process: launched for the first page, closed when the process exits. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}
