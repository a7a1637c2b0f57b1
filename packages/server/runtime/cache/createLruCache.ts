import { LRUCache } from 'lru-cache'

/**
 * Creates a cache that evicts the least recently used entry beyond `maxEntries`. `maxSize` lets its memory grow with its entries;
 * `max` would allocate the memory of all entries, and spend the time to clear it, in each thread that starts.
 */
export function createLruCache<Value extends object | number | true>(maxEntries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 })
}
