/** Computes a value once for each object and caches it as long as the object exists. */
export function memoizeByObject<Key extends object, Value extends object | boolean | number>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  return key => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    cache.set(key, value)
    return value
  }
}
