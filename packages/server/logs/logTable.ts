import { fieldTypes } from '@coffer/fields'
import type { Row } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { describeTable } from '../query/compile/compileTableQuery.ts'

const numberOptions = fieldTypes.number.options.parse({})

/** The stored log as filters and sorts see it. */
export const logTable = describeTable('_logs', [
  { name: 'rowid', type: 'number', options: numberOptions },
  { name: 'level', type: 'number', options: numberOptions },
  { name: 'message', type: 'text', options: fieldTypes.text.options.parse({}) },
  { name: 'data', type: 'json', options: fieldTypes.json.options.parse({ maxSize: 1 }) },
])

/** Counts of the stored log by the hour: entries of one level and one kind of requester, with `total` as their number. */
export const hourTable = describeTable('_coffer_log_hours', [
  { name: 'level', type: 'number', options: numberOptions },
  { name: 'data', type: 'json', options: fieldTypes.json.options.parse({ maxSize: 1 }) },
])

/** The columns that `logJson` takes. */
export const logColumns = sql`_logs.id, _logs.created, _logs.updated, _logs.data, _logs.message, _logs.level`

const parsed = (data: unknown): unknown => {
  try {
    return JSON.parse(String(data))
  } catch {
    return {}
  }
}

/** A stored log entry as the API shows it. */
export const logJson = ([id, created, updated, data, message, level]: Row) => ({
  ...{ id, created, updated },
  data: parsed(data),
  ...{ message, level },
})
