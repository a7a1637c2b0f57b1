import { isObject } from '@coffer/fields'

/** Renames the keys of an object to the given spelling, ignoring case. If two keys become equal, the last value wins. */
export function matchKeys(input: unknown, keys: readonly string[]): unknown {
  if (!isObject(input)) return input
  const spelling = new Map(keys.map(key => [key.toLowerCase(), key]))
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [spelling.get(key.toLowerCase()) ?? key, value]))
}
