import type { RecordJson } from '@coffer/fields'
import { writeJson } from '../samples/writeValue.ts'

/** Longer values are shortened, because they would push the others out of view. */
const maxValueCharacters = 300

const shorten = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length > maxValueCharacters ? `${value.slice(0, maxValueCharacters).trimEnd()}…` : value
  return writeJson(value).length > maxValueCharacters * 4 ? '…' : value
}

/** Shortens the long values of a stored record. */
export const shownRecord = (record: RecordJson): RecordJson => ({
  ...record,
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shorten(value)])),
})
