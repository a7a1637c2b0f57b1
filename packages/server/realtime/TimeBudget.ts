import type { LRUCache } from 'lru-cache'
import { createLruCache } from '../cache/createLruCache.ts'
import { isDatabaseError } from '../db/DatabaseError.ts'
import { dialect } from '../db/threadDatabase.ts'

/** Time limit of a quick evaluation. Nearly all take far less. */
const maxQuickEvaluationMs = () => 10 * dialect.latencyFactor
/** Time limit of a slow evaluation. */
const maxSlowEvaluationMs = () => 100 * dialect.latencyFactor
const maxCachedSubscriptions = 50_000

/** Milliseconds that slow evaluations took the last time, by key. Evaluations that timed out have the highest value. */
export type SlowSubscriptionCache = LRUCache<string, number>

export const createSlowSubscriptionCache = (): SlowSubscriptionCache => createLruCache(maxCachedSubscriptions)

/**
 * Limits the time for evaluating subscription options, because any client can subscribe with an endless filter. Quick evaluations
 * always run first. Slow ones follow while the budget lasts, the fastest first.
 */
export class TimeBudget {
  readonly #slow: SlowSubscriptionCache
  #left: number

  /**
   * @param slow see `createSlowSubscriptionCache`
   * @param milliseconds budget for all slow evaluations together
   */
  constructor(slow: SlowSubscriptionCache, milliseconds: number) {
    this.#slow = slow
    this.#left = milliseconds
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
    const late: [string, Item][] = []
    for (const [key, item] of items) {
      await yieldThread()
      if (
        this.#slow.has(key) ||
        !(await this.#evaluateItem(results, key, maxQuickEvaluationMs(), deadline => evaluate(item, deadline)))
      )
        late.push([key, item])
    }
    const durationMs = (key: string): number => this.#slow.get(key) ?? 0
    for (const [key, item] of late.sort(([a], [b]) => durationMs(a) - durationMs(b))) {
      if (this.#left <= 0) break
      await yieldThread()
      const start = performance.now()
      await this.#evaluateItem(results, key, maxSlowEvaluationMs(), deadline => evaluate(item, deadline))
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
      return false
    } finally {
      if (durationMs > maxQuickEvaluationMs()) this.#slow.set(key, durationMs)
      else this.#slow.delete(key)
    }
  }
}
