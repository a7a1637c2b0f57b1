/** Returns the files of a draft value as a list: names of stored files and new `File` objects. */
export function draftFiles(value: unknown): (string | File)[] {
  return [value].flat().filter((item): item is string | File => (typeof item === 'string' ? item !== '' : item instanceof File))
}

const keys = new WeakMap<File, string>()
let last = 0

/** Returns a unique key of a file: its stored name, or a generated key that stays the same for a `File` object. */
export function fileKey(item: string | File): string {
  if (typeof item === 'string') return item
  const known = keys.get(item)
  if (known !== undefined) return known
  last += 1
  const key = `new ${last}`
  keys.set(item, key)
  return key
}
