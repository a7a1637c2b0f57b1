import type { Page, Request } from 'playwright-core'

export interface HeldCalls {
  /** Resolves when the first request is held. */
  arrived: Promise<void>
  /** Releases all held requests, and lets later ones pass. */
  release: () => void
}

/** Delays loading the code editor, so that a test sees the plain input before it. */
export function holdEditor(page: Page): Promise<HeldCalls> {
  return holdCalls(page, () => true, '**/assets/mountCode-*')
}

/** Holds requests until they are released, so that a test sees the page while it waits. */
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
    // The page may have canceled the request in the meantime.
    await route.continue().catch(() => {})
  })
  return { arrived: arrived.promise, release: () => released.resolve() }
}
