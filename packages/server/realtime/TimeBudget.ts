import type { LRUCache } from 'lru-cache'
import { DeadlineReached } from '../db/deadlines.ts'
import { createLruCache } from '../runtime/createLruCache.ts'

/** Milliseconds that nearly everybody keeps to, by far. */
const quick = 10
/** Milliseconds after which one who does not is given up. */
const longestEach = 100
const mostKnown = 50_000

/** How many milliseconds the slow ones took the last time, by key; more than all others where they were given up. */
export type SlowOnes = LRUCache<string, number>

export const rememberSlow = (): SlowOnes => createLruCache(mostKnown)

/**
 * How long the wishes of those who listen may take. Anybody may subscribe with a filter that takes for ever: whoever is quick is
 * asked for first, all others as long as there is time, so that they keep nobody waiting for long: the quicker ones of them before
 * those that were given up.
 */
export class TimeBudget {
  readonly #slow: SlowOnes
  #left: number

  /**
   * @param slow see `rememberSlow`
   * @param milliseconds how long those that are slow may take together
   */
  constructor(slow: SlowOnes, milliseconds: number) {
    this.#slow = slow
    this.#left = milliseconds
  }

  /**
   * Has each asked, by a deadline on the clock of `performance`.
   * @param ask rejects with DeadlineReached
   * @param rest lets others have the thread between two of them
   * @returns what came of it by key; nothing for those for whom there was no time
   */
  async askAll<Asked, Told>(
    asked: ReadonlyMap<string, Asked>,
    ask: (one: Asked, deadline: number) => Promise<Told>,
    rest: () => Promise<void>,
  ): Promise<Map<string, Told>> {
    const told = new Map<string, Told>()
    const late: [string, Asked][] = []
    for (const [key, one] of asked) {
      await rest()
      if (this.#slow.has(key) || !(await this.#askOne(told, key, quick, deadline => ask(one, deadline)))) late.push([key, one])
    }
    const took = (key: string): number => this.#slow.get(key) ?? 0
    for (const [key, one] of late.sort(([a], [b]) => took(a) - took(b))) {
      if (this.#left <= 0) break
      await rest()
      const begun = performance.now()
      await this.#askOne(told, key, longestEach, deadline => ask(one, deadline))
      this.#left -= performance.now() - begun
    }
    return told
  }

  /** Whether it could be asked in time. */
  async #askOne<Told>(
    told: Map<string, Told>,
    key: string,
    milliseconds: number,
    ask: (deadline: number) => Promise<Told>,
  ): Promise<boolean> {
    const begun = performance.now()
    let took = Number.MAX_SAFE_INTEGER
    try {
      told.set(key, await ask(begun + milliseconds))
      took = performance.now() - begun
      return true
    } catch (error) {
      if (!(error instanceof DeadlineReached)) throw error
      return false
    } finally {
      if (took > quick) this.#slow.set(key, took)
      else this.#slow.delete(key)
    }
  }
}
