import type { Engine, Reader, Transaction } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { logHourKey } from '../../db/sqlite/logTables.ts'
import { databaseSchema, dialect } from '../../db/threadDatabase.ts'

/** The index of `_logs` for reads by time. Creating it on a large log takes a while. */
const timeIndex = '_coffer_logs_created_idx'

const counted = sql`(SELECT upto FROM _coffer_log_counted)`

const countUpTo = (end: number): Sql => {
  const { rowNumber } = dialect
  return sql`INSERT INTO _coffer_log_hours (created, level, data, total)
    SELECT ${logHourKey}, COUNT(*) FROM _logs WHERE ${rowNumber} > ${counted} AND ${rowNumber} <= ${end} GROUP BY 1, 2, 3
    ON CONFLICT (created, level, data) DO UPDATE SET total = _coffer_log_hours.total + excluded.total`
}

/** Whether all entries are counted. */
export const isLogCounted = async (logs: Reader): Promise<boolean> => {
  const [isWhole] = (await logs.row(sql`SELECT ${counted} = (SELECT coalesce(MAX(${dialect.rowNumber}), 0) FROM _logs)`)) ?? []
  return isWhole === 1
}

/** Returns the approximate number of uncounted entries. */
export const uncountedEntries = async (logs: Reader): Promise<number> => {
  const { rowNumber } = dialect
  const range = sql`SELECT MAX(${rowNumber}) - MIN(${rowNumber}) + 1 FROM _logs WHERE ${rowNumber} > ${counted}`
  const [entries] = (await logs.row(range)) ?? []
  return Number(entries)
}

/** Counts up to `limit` uncounted entries in the order of their rows. Returns whether there were any. */
export const countEntries = async (transaction: Transaction, limit: number): Promise<boolean> => {
  const { rowNumber } = dialect
  const next = sql`SELECT ${rowNumber} AS entry FROM _logs WHERE ${rowNumber} > ${counted} ORDER BY ${rowNumber} LIMIT ${limit}`
  const [end] = (await transaction.row(sql`SELECT MAX(entry) FROM (${next})`)) ?? []
  if (typeof end !== 'number') return false
  await transaction.runEach([countUpTo(end), sql`UPDATE _coffer_log_counted SET upto = ${end}`])
  return true
}

/** Creates the tables and triggers for the counts if they are missing. No entry is counted then. */
export const prepareLogHours = async (logs: Engine): Promise<void> => {
  if (await databaseSchema.hasTable(logs, '_coffer_log_counted')) return
  await logs.transaction(async transaction => {
    for (const statement of databaseSchema.systemTables.logHours) await transaction.run(statement)
  })
}

/** Creates the index by time if it is missing, which reads the whole log. Returns whether it did. */
export const indexByTime = async (logs: Engine): Promise<boolean> => {
  if (await databaseSchema.findIndex(logs, timeIndex)) return false
  await logs.transaction(transaction => transaction.run(sql`CREATE INDEX IF NOT EXISTS ${name(timeIndex)} ON _logs (created)`))
  return true
}
