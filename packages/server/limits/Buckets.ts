import { lastUsed } from '../lastUsed.ts'

/** Beyond these the least recently used ones count anew. */
const mostKept = 50_000

/** How many tries there are at once, and milliseconds after which there is one more. */
export interface Allowance {
  most: number
  every: number
}

/** Counts tries by names, such as those of addresses: each name has some, which come back with time. */
export class Buckets {
  readonly #allowance: Allowance
  readonly #now: () => number
  readonly #used = lastUsed<{ left: number; at: number }>(mostKept)

  /** @param now milliseconds of a clock that never goes back */
  constructor(allowance: Allowance, now: () => number) {
    this.#allowance = allowance
    this.#now = now
  }

  /** Milliseconds until there is a try; 0 when there is one now. */
  waitFor(name: string): number {
    const left = this.#leftOf(name)
    return left >= 1 ? 0 : Math.max(1, Math.round((1 - left) * this.#allowance.every))
  }

  /** Takes a try, or gives one back. */
  change(name: string, by: -1 | 1): void {
    const left = Math.min(this.#allowance.most, this.#leftOf(name) + by)
    this.#used.set(name, { left, at: this.#now() })
  }

  #leftOf(name: string): number {
    const { most, every } = this.#allowance
    const used = this.#used.get(name)
    return used ? Math.min(most, used.left + (this.#now() - used.at) / every) : most
  }
}
