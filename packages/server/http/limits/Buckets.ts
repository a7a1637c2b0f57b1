import { createLruCache } from '../../cache/createLruCache.ts'

/** Maximum number of buckets. Beyond it, the least recently used ones are discarded. */
const maxBuckets = 50_000

/** The size of a token bucket and the milliseconds after which it regains one token. */
export interface Allowance {
  size: number
  intervalMs: number
}

/** Token buckets by name, for example one for each address. */
export class Buckets {
  readonly #allowance: Allowance
  readonly #now: () => number
  readonly #used = createLruCache<{ left: number; at: number }>(maxBuckets)

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(allowance: Allowance, now: () => number) {
    this.#allowance = allowance
    this.#now = now
  }

  /** Returns the milliseconds until the bucket has a token; 0 if it has one now. */
  waitFor(name: string): number {
    const left = this.#leftOf(name)
    return left >= 1 ? 0 : Math.max(1, Math.round((1 - left) * this.#allowance.intervalMs))
  }

  /** Takes or returns a token. */
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
