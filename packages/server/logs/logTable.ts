import { fieldTypes } from '@coffer/fields'
import type { Row } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { describeTable } from '../query/compile/compileTableQuery.ts'

const numberOptions = fieldTypes.number.options.parse({})

/** The fields of log entries for filters and sorts. */
export const logTable = describeTable('_logs', [
  { name: 'rowid', type: 'number', options: numberOptions },
  { name: 'level', type: 'number', options: numberOptions },
  { name: 'message', type: 'text', options: fieldTypes.text.options.parse({}) },
  { name: 'data', type: 'json', options: fieldTypes.json.options.parse({ maxSize: 1 }) },
])

/** The hourly counts. `total` is the number of entries with the same hour, level and kind of requester. */
export const hourTable = describeTable('_coffer_log_hours', [
  { name: 'level', type: 'number', options: numberOptions },
  { name: 'data', type: 'json', options: fieldTypes.json.options.parse({ maxSize: 1 }) },
])

/** The columns of the rows that `logJson` expects. */
export const logColumns = sql`_logs.id, _logs.created, _logs.updated, _logs.data, _logs.message, _logs.level`

const parsed = (data: unknown): unknown => {
  try {
    return JSON.parse(String(data))
  } catch {
    return {}
  }
}

/** Converts a row to the JSON of a log entry. */
export const logJson = ([id, created, updated, data, message, level]: Row) => ({
  id,
  created,
  updated,
  data: parsed(data),
  message,
  level,
})
