import type { Locator, Page } from 'playwright-core'

/** Locates the toast with a text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}
