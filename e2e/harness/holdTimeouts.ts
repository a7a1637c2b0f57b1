import type { Page } from 'playwright-core'

/** From now on no call of a page takes too long by itself; the result ends those that may take so many milliseconds. */
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
