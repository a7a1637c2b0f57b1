import type { RateLimitRule } from '@coffer/schema'
import { createLruCache } from '../../../runtime/cache/createLruCache.ts'

/** Requests of one client under one limit, within a fixed window of time. */
interface Window {
  endsMs: number
  count: number
}

/** Maximum number of windows in memory. Beyond it, the least recently used ones are forgotten. */
export const maxWindows = 50_000

/** Returns the name of the window of a client under a limit. */
export function windowKey({ label, audience }: RateLimitRule, address: string): string {
  return `${label} ${audience} ${address}`
}

/** The windows of the only server of a database. */
export class LocalWindows {
  readonly #windows = createLruCache<Window>(maxWindows)

  /** Counts a request. Returns the seconds until the next window; 0 if the request is allowed. */
  take(rule: RateLimitRule, address: string): number {
    const now = performance.now()
    const key = windowKey(rule, address)
    const open = this.#windows.get(key)
    const window = open && open.endsMs > now ? open : { endsMs: now + rule.duration * 1000, count: 0 }
    // A change of the settings can shorten a window that is open.
    window.endsMs = Math.min(window.endsMs, now + rule.duration * 1000)
    if (window !== open) this.#windows.set(key, window)
    if (window.count >= rule.maxRequests) return Math.ceil((window.endsMs - now) / 1000)
    window.count += 1
    return 0
  }
}
