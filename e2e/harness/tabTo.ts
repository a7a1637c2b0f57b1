import type { Locator, Page } from 'playwright-core'
import { hasFocus } from './hasFocus.ts'

const maxPresses = 80

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await hasFocus(element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${element}.`)
}
