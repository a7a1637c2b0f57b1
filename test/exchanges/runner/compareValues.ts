import type { Difference, Json } from './Exchange.ts'
import { type Captured, matchPlaceholder, withCaptured } from './placeholders.ts'

function isSame(expected: Json, got: unknown, captured: Captured): boolean {
  if (typeof expected !== 'string') return expected === got
  return matchPlaceholder(expected, got, captured) ?? (got === expected || got === withCaptured(expected, captured))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares a value with the expected one: objects need the same keys, arrays the same length and order. */
export function compareValues(expected: Json, got: unknown, captured: Captured, at = '$'): Difference[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(got)) return [{ at, expected, got }]
    const lengths =
      expected.length === got.length ? [] : [{ at, expected: `${expected.length} elements`, got: `${got.length} elements` }]
    const common = expected.slice(0, got.length)
    return [...lengths, ...common.flatMap((part, index) => compareValues(part, got[index], captured, `${at}[${index}]`))]
  }
  if (!isObject(expected)) return isSame(expected, got, captured) ? [] : [{ at, expected, got }]
  if (!isObject(got)) return [{ at, expected, got }]
  const wanted = Object.entries(expected).flatMap(([key, part]) =>
    Object.hasOwn(got, key)
      ? compareValues(part, got[key], captured, `${at}.${key}`)
      : [{ at: `${at}.${key}`, expected: part, got: '(missing)' }],
  )
  const extra = Object.keys(got).filter(key => !Object.hasOwn(expected, key))
  return [...wanted, ...extra.map(key => ({ at: `${at}.${key}`, expected: '(no such key)', got: got[key] }))]
}
