import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Lists the elements that extend beyond the window, if the page as a whole scrolls sideways. */
const overflowing = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter(element => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 5)
    .map(element => element.outerHTML.slice(0, 200))
    .concat('the page is ' + scrollWidth + ' wide in a window of ' + clientWidth)
})()`

/** Checks that the page as a whole does not scroll sideways; tables may scroll internally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(overflowing), 'elements that make the page scroll sideways').toEqual([])
}
