import type { Page } from 'playwright-core'

/** Disables the timeouts of a page's requests; the returned function expires the timeouts of a given duration in milliseconds. */
export async function holdTimeouts(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  await page.evaluate(`(() => {
    const held = []
    AbortSignal.timeout = milliseconds => {
      const controller = new AbortController()
      held.push({ milliseconds, controller })
      return controller.signal
    }
    globalThis.timeOut = limit => {
      for (const { milliseconds, controller } of held) {
        if (milliseconds === limit) controller.abort(new DOMException('Timed out.', 'TimeoutError'))
      }
    }
  })()`)
  return milliseconds => page.evaluate<void>(`timeOut(${milliseconds})`)
}
