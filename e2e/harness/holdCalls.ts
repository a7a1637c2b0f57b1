import type { Page, Request } from 'playwright-core'

export interface HeldCalls {
  /** Resolves once the first of them waits. */
  arrived: Promise<void>
  /** Lets all of them go on, those that wait and those to come. */
  release: () => void
}

/** Keeps the editor of code from being loaded, so that a test sees the plain input before it. */
export const holdEditor = (page: Page): Promise<HeldCalls> => holdCalls(page, () => true, '**/assets/mountCode-*')

/** Keeps calls from reaching the server until they are released, so that a test sees the page while it waits. */
export async function holdCalls(
  page: Page,
  isHeld: (request: Request) => boolean,
  urls: string | RegExp = '**/api/**',
): Promise<HeldCalls> {
  const released = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route(urls, async route => {
    if (!isHeld(route.request())) return route.fallback()
    arrived.resolve()
    await released.promise
    // A call that the page gave up meanwhile has nowhere to go.
    await route.continue().catch(() => {})
  })
  return { arrived: arrived.promise, release: () => released.resolve() }
}
