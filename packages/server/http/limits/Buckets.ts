import { createLruCache } from '../../runtime/createLruCache.ts'

/** The names used least recently are forgotten beyond this number. */
const maxNames = 50_000

/** How many attempts a name has at once, and milliseconds after which it gets one back. */
export interface Allowance {
  size: number
  intervalMs: number
}

/** Token buckets by name, such as an address. */
export class Buckets {
  readonly #allowance: Allowance
  readonly #now: () => number
  readonly #used = createLruCache<{ left: number; at: number }>(maxNames)

  /** @param now milliseconds of a clock that never goes back */
  constructor(allowance: Allowance, now: () => number) {
    this.#allowance = allowance
    this.#now = now
  }

  /** Milliseconds until there is an attempt left; 0 when there is one now. */
  waitFor(name: string): number {
    const left = this.#leftOf(name)
    return left >= 1 ? 0 : Math.max(1, Math.round((1 - left) * this.#allowance.intervalMs))
  }

  /** Takes an attempt, or gives one back. */
  change(name: string, by: -1 | 1): void {
    const left = Math.min(this.#allowance.size, this.#leftOf(name) + by)
    this.#used.set(name, { left, at: this.#now() })
  }

  #leftOf(name: string): number {
    const { size, intervalMs } = this.#allowance
    const used = this.#used.get(name)
    return used ? Math.min(size, used.left + (this.#now() - used.at) / intervalMs) : size
  }
}
