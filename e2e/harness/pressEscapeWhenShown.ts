import type { Page } from 'playwright-core'

/** Presses Escape as soon as an element matches a selector. The returned function waits for that. */
export async function pressEscapeWhenShown(page: Page, selector: string): Promise<() => Promise<void>> {
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return
    observer.disconnect()
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    document.body.dataset.escaped = 'true'
  }).observe(document.body, { childList: true, subtree: true })`)
  return () => page.locator('body[data-escaped]').waitFor()
}
