import { excerpt } from '../excerpt.ts'
import type { RecordJson } from '../RecordJson.ts'

const textLength = 150
const summaryLength = 800

/** Formats a record as indented JSON, cut to fit a tooltip. */
export function recordSummary(record: RecordJson): string {
  return excerpt(
    JSON.stringify(record, (_, value) => (typeof value === 'string' ? excerpt(value, textLength) : value), 2),
    summaryLength,
  )
}
