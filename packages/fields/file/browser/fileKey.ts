const keys = new WeakMap<File, string>()
let last = 0

/** A name of a file among others: the stored name, or a new one that stays with a `File` as long as it is there. */
export function fileKey(item: string | File): string {
  if (typeof item === 'string') return item
  const known = keys.get(item)
  if (known !== undefined) return known
  last += 1
  const key = `new ${last}`
  keys.set(item, key)
  return key
}
