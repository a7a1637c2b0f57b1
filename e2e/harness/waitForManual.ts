import type { Page } from 'playwright-core'

/** Waits until the scripts of a page of the manual run, from which the theme switch gets its title. Before, buttons do nothing. */
export async function waitForManual(page: Page): Promise<void> {
  await page
    .getByTitle(/^Switch to (dark|light) theme$/)
    .first()
    .waitFor({ state: 'attached' })
}
