import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Saves a screenshot in the temporary folder and returns its path. */
export async function saveScreenshot(page: Page, testName: string): Promise<void> {
  const path = join(tmpdir(), 'coffer-screenshots', `${testName.replace(/[^\w.-]+/g, '-').slice(0, 120)}.png`)
  await page.screenshot({ path, fullPage: true })
  console.error(`What the page showed when "${testName}" failed: ${path}`)
}
