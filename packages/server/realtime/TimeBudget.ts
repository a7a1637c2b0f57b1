import { hash } from 'node:crypto'
import type { LRUCache } from 'lru-cache'
import { isDatabaseError } from '../db/DatabaseError.ts'
import { createLruCache } from '../runtime/cache/createLruCache.ts'

/** How many times as long as a quick evaluation a slow one can take. */
const slowFactor = 10
/** How many evaluations of the maximum quick duration all quick ones can take together, and the maximum time in milliseconds. */
const quickFactor = 20
const maxTotalQuickMs = 500
/** The maximum duration of a quick evaluation in a database of this process. */
const localQuickMs = 10
const maxCachedSubscriptions = 50_000
/** Longer keys are cached as hashes: they contain subscriptions of up to 2,500 bytes, which clients write. */
const maxCachedKeyLength = 100

/** Milliseconds that slow evaluations took the last time, by cached key. Evaluations that timed out have the highest value. */
export type SlowSubscriptionCache = LRUCache<string, number>

/** Creates the cache of a thread, which outlives the budgets and the clients. */
export function createSlowSubscriptionCache(): SlowSubscriptionCache {
  return createLruCache(maxCachedSubscriptions)
}

function cachedKeyOf(key: string): string {
  return key.length > maxCachedKeyLength ? hash('sha1', key) : key
}

/**
 * Limits the time for evaluating subscription options, because any client can subscribe with an endless filter. Quick evaluations run
 * first, also within a limit. Slow ones follow while the budget lasts, the fastest first.
 */
export class TimeBudget {
  readonly #slow: SlowSubscriptionCache
  readonly #maxQuickMs: number
  #left: number
  #quickLeft: number
  #spentMs = 0

  /**
   * @param slow see `createSlowSubscriptionCache`
   * @param milliseconds budget for all slow evaluations together
   * @param maxQuickMs time limit of a quick evaluation in milliseconds; nearly all take far less
   */
  constructor(slow: SlowSubscriptionCache, milliseconds: number, maxQuickMs: number) {
    this.#maxQuickMs = maxQuickMs
    this.#slow = slow
    this.#left = milliseconds
    this.#quickLeft = Math.min(quickFactor * maxQuickMs, maxTotalQuickMs)
  }

  /** The time that all evaluations took, in milliseconds. The latency of a database server does not count. */
  get spentMs(): number {
    return this.#spentMs / Math.max(1, this.#maxQuickMs / localQuickMs)
  }

  /**
   * Evaluates all items.
   * @param evaluate gets a deadline in terms of `performance.now()` and rejects with a `DatabaseError` of the kind `deadline` after it
   * @param yieldThread lets other work run between two evaluations
   * @returns the results by key, without items for which there was no time
   */
  async evaluateAll<Item, Result>(
    items: ReadonlyMap<string, Item>,
    evaluate: (item: Item, deadline: number) => Promise<Result>,
    yieldThread: () => Promise<void>,
  ): Promise<Map<string, Result>> {
    const results = new Map<string, Result>()
    const late: { key: string; item: Item; lastMs: number }[] = []
    for (const [key, item] of items) {
      if (this.#quickLeft < 0) break
      await yieldThread()
      const start = performance.now()
      if (
        this.#slow.has(cachedKeyOf(key)) ||
        !(await this.#evaluateItem(results, key, this.#maxQuickMs, deadline => evaluate(item, deadline)))
      )
        late.push({ key, item, lastMs: this.#slow.get(cachedKeyOf(key)) ?? 0 })
      this.#quickLeft -= performance.now() - start
    }
    for (const { key, item } of late.sort((a, b) => a.lastMs - b.lastMs)) {
      if (this.#left <= 0) break
      await yieldThread()
      const start = performance.now()
      await this.#evaluateItem(results, key, this.#maxQuickMs * slowFactor, deadline => evaluate(item, deadline))
      this.#left -= performance.now() - start
    }
    return results
  }

  /** Evaluates an item. Returns whether it finished in time. */
  async #evaluateItem<Result>(
    results: Map<string, Result>,
    key: string,
    milliseconds: number,
    evaluate: (deadline: number) => Promise<Result>,
  ): Promise<boolean> {
    const start = performance.now()
    let durationMs = Number.MAX_SAFE_INTEGER
    try {
      results.set(key, await evaluate(start + milliseconds))
      durationMs = performance.now() - start
      return true
    } catch (error) {
      if (!isDatabaseError(error, 'deadline')) throw error
      // It may succeed in the time of a slow evaluation, so it precedes the subscriptions that have failed in that time.
      if (milliseconds === this.#maxQuickMs) durationMs = 2 * milliseconds
      return false
    } finally {
      this.#spentMs += performance.now() - start
      if (durationMs > this.#maxQuickMs) this.#slow.set(cachedKeyOf(key), durationMs)
      // Without a result, it may have ended early.
      else if (results.get(key) !== undefined) this.#slow.delete(cachedKeyOf(key))
    }
  }
}
