import { parseBoolean } from '@coffer/fields'
import * as v from 'valibot'

// Schemas for the responses of providers: missing values and null become empty values, and values of another type are errors.
export const text = v.nullish(v.string(), '')

export const flag = v.nullish(v.boolean(), false)

/** A numeric user id. Numbers beyond the safe integers are errors, because different ids could become equal. */
export const numericId = v.pipe(v.nullish(v.pipe(v.number(), v.safeInteger()), 0), v.transform(String))

/** A boolean, or a number or text that stands for one. */
export const looseFlag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), false),
  v.transform(value => (typeof value === 'string' ? parseBoolean(value) === true : Boolean(value))),
)

/** A nested object. */
export function part<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.nullish(v.record(v.string(), v.unknown()), {}), v.object(entries))
}
