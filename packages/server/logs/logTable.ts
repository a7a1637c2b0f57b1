import { fieldTypes } from '@coffer/fields'
import { name, sql } from '../db/sql.ts'
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

/** The columns of a log entry: its id, dates, data, message and level. */
export const logColumns = sql`${name('_logs')}.id, ${name('_logs')}.created, ${name('_logs')}.updated, ${name('_logs')}.data, ${name('_logs')}.message, ${name('_logs')}.level`
