import { type Browser, chromium } from 'playwright-core'
import { afterAll } from 'vitest'
import { findChromium } from '../../scripts/findChromium.ts'

/** The browser may reach nothing but the server under test. */
const args = [
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
