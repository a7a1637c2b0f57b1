import type { Locator } from 'playwright-core'

/** Returns whether the element has the keyboard focus. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found: { matches: (selector: string) => boolean }) => found.matches(':focus'))
}
