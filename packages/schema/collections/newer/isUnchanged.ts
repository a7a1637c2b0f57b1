import { isObject } from '@coffer/fields'

/** Returns whether a value is missing, or means the same as a missing value. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Returns whether a sent value changes nothing: it equals the present one, or each of its keys does. */
export function isUnchanged(sent: unknown, present: unknown): boolean {
  if (isObject(sent))
    return Object.entries(sent).every(([key, value]) => isUnchanged(value, isObject(present) ? present[key] : undefined))
  if (Array.isArray(sent) && Array.isArray(present))
    return sent.length === present.length && sent.every((item, index) => isUnchanged(item, present[index]))
  return sent === present || (isEmpty(sent) && isEmpty(present))
}
