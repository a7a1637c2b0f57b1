import type { RecordJson } from '@coffer/fields'
import { writeJson } from '../samples/writeValue.ts'

/** Characters of one value; longer ones would hide the others. */
const longestValue = 300

const shorten = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > longestValue ? `${value.slice(0, longestValue).trimEnd()}…` : value
  return writeJson(value).length > longestValue * 4 ? '…' : value
}

/** A stored record as the docs show it: whole, but for what is long in it. */
export const shownRecord = (record: RecordJson): RecordJson => ({
  ...record,
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shorten(value)])),
})
