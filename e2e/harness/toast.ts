import type { Locator, Page } from 'playwright-core'

/** Locates the toast with a text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
