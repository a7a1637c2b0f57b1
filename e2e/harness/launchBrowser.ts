import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/findChromium.ts'

/**
 * What Playwright turns off and what matters here, since Chromium heeds the last list of this kind alone. Then what starts two
 * processes beside each page that no test looks at: a spare one, and the suggestions of the address bar.
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

/** The browser may reach nothing but the server under test. */
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

/** The browser of all test files that this process runs: started with their first page, it ends with the process. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}
