import { LRUCache } from 'lru-cache'

/**
 * A map of the entries that were used last, up to so many. It grows with them: with `max` in place of `maxSize` it would take the
 * room of all of them at once, and the time to clear it, in each thread that starts.
 */
export const lastUsed = <Value extends object | number | true>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
