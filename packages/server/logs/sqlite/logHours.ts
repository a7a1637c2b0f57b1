import type { Dialect } from '../../db/Dialect.ts'
import type { Engine, Reader, Transaction } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { logHourKey } from '../../db/sqlite/logTables.ts'

/** The index of `_logs` for reads by time. Creating it on a large log takes a while. */
const timeIndex = '_coffer_logs_created_idx'

const counted = sql`(SELECT upto FROM ${name('_coffer_log_counted')})`

function countUpTo({ rowNumber }: Dialect, end: number): Sql {
  return sql`INSERT INTO ${name('_coffer_log_hours')} (created, level, data, total)
    SELECT ${logHourKey}, COUNT(*) FROM ${name('_logs')} WHERE ${rowNumber} > ${counted} AND ${rowNumber} <= ${end} GROUP BY 1, 2, 3
    ON CONFLICT (created, level, data) DO UPDATE SET total = _coffer_log_hours.total + excluded.total`
}

/** Whether all entries are counted. */
export async function isLogCounted(logs: Reader): Promise<boolean> {
  const [isWhole] =
    (await logs.row(sql`SELECT ${counted} = (SELECT coalesce(MAX(${logs.dialect.rowNumber}), 0) FROM ${name('_logs')})`)) ?? []
  return isWhole === 1
}

/** Returns the approximate number of uncounted entries. */
export async function uncountedEntries(logs: Reader): Promise<number> {
  const { rowNumber } = logs.dialect
  const range = sql`SELECT MAX(${rowNumber}) - MIN(${rowNumber}) + 1 FROM ${name('_logs')} WHERE ${rowNumber} > ${counted}`
  const [entries] = (await logs.row(range)) ?? []
  return Number(entries)
}

/** Counts up to `limit` uncounted entries in the order of their rows. Returns whether there were any. */
export async function countEntries(transaction: Transaction, limit: number): Promise<boolean> {
  const { rowNumber } = transaction.dialect
  const next = sql`SELECT ${rowNumber} AS entry FROM ${name('_logs')} WHERE ${rowNumber} > ${counted} ORDER BY ${rowNumber} LIMIT ${limit}`
  const [end] = (await transaction.row(sql`SELECT MAX(entry) FROM (${next})`)) ?? []
  if (typeof end !== 'number') return false
  await transaction.runEach([countUpTo(transaction.dialect, end), sql`UPDATE ${name('_coffer_log_counted')} SET upto = ${end}`])
  return true
}

/** Creates the tables and triggers for the counts if they are missing. No entry is counted then. */
export async function prepareLogHours(logs: Engine): Promise<void> {
  if (await logs.schema.hasTable(logs, '_coffer_log_counted')) return
  await logs.transaction(async transaction => {
    for (const statement of logs.schema.systemTables.logHours) await transaction.run(statement)
  })
}

/** Creates the index by time if it is missing, which reads the whole log. Returns whether it did. */
export async function indexByTime(logs: Engine): Promise<boolean> {
  if (await logs.schema.findIndex(logs, timeIndex)) return false
  await logs.transaction(transaction => transaction.run(sql`CREATE INDEX IF NOT EXISTS ${name(timeIndex)} ON _logs (created)`))
  return true
}
