import type { Locator, Page } from 'playwright-core'

/** The notification that says this. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
