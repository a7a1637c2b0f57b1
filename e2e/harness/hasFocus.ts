import type { Locator } from 'playwright-core'

/** Returns whether the element has the keyboard focus. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found: { matches: (selector: string) => boolean }) => found.matches(':focus'))
