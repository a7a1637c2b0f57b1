import type { Locator } from 'playwright-core'

/** Whether the keyboard's next key goes to the element. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found: { matches: (selector: string) => boolean }) => found.matches(':focus'))
