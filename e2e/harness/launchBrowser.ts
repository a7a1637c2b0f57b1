import { type Browser, chromium } from 'playwright-core'
import { afterAll } from 'vitest'
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

afterAll(async () => {
  await (await launched)?.close()
  launched = undefined
})

/** The browser of this test file: started with its first page, closed after its last test. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('The browser tests need Chromium: install it or set CHROMIUM_PATH.')
  launched ??= chromium.launch({ executablePath, args })
  return launched
}
