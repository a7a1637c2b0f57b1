import type { Page } from 'playwright-core'

const isAborted = (error: unknown) => /net::ERR_ABORTED|interrupted by another navigation/.test(String(error))

const maxAttempts = 5

/**
 * Opens an address. A page that a test leaves can still be going back in its history, as after a panel has closed. This aborts the
 * navigation, which is then repeated.
 */
export async function navigate(page: Page, address: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await page.goto(address)
      return
    } catch (error) {
      if (attempt === maxAttempts || !isAborted(error)) throw error
    }
  }
}
