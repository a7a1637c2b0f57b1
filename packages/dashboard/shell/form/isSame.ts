/** Whether two form values are equal: JSON by content (keys in any order), files by identity. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSame(item, other[at]))
    )
  }
  return isPlain(one) && isPlain(other) && areSameObjects(one, other)
}

function areSameObjects(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every(key => Object.hasOwn(other, key) && isSame(one[key], other[key]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
