import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { hasTable } from '../db/hasTable.ts'
import { constant, type Sql, sql } from '../db/sql.ts'

/** Returns SQL for the grouping key of an entry: its hour in the format of filters, its level and its requester. */
const keyOf = (row: string): string => {
  const auth = `CASE WHEN json_valid(${row}.data) THEN json_extract(${row}.data, '$.auth') END`
  return `coalesce(strftime('%Y-%m-%d %H:00:00.000Z', ${row}.created), ''), ${row}.level, json_object('auth', ${auth})`
}

const add = (row: string): string =>
  `INSERT INTO _coffer_log_hours (created, level, data, total) VALUES (${keyOf(row)}, 1)
    ON CONFLICT DO UPDATE SET total = total + 1`

const take = (row: string): string =>
  `UPDATE _coffer_log_hours SET total = total - 1 WHERE (created, level, data) = (${keyOf(row)});
    DELETE FROM _coffer_log_hours WHERE (created, level, data) = (${keyOf(row)}) AND total = 0`

const isCounted = (row: string): string => `${row}.rowid <= (SELECT upto FROM _coffer_log_counted)`

/**
 * Creates the table with the numbers of entries by hour, level and requester, up to the last counted entry. New entries are counted
 * in batches, because an insert trigger would double the time of an insert. Triggers update the counts when any program changes or
 * deletes counted entries. When the last entry is deleted, its rowid is reused, so the delete trigger also resets the last counted
 * rowid.
 */
const layout = [
  'DROP TABLE IF EXISTS _coffer_log_hours',
  'DROP TRIGGER IF EXISTS _coffer_log_hours_insert',
  'DROP TRIGGER IF EXISTS _coffer_log_hours_delete',
  'DROP TRIGGER IF EXISTS _coffer_log_hours_update',
  `CREATE TABLE _coffer_log_hours (created TEXT NOT NULL, level INTEGER NOT NULL, data JSON NOT NULL,
    total INTEGER NOT NULL, PRIMARY KEY (created, level, data)) WITHOUT ROWID`,
  'CREATE TABLE _coffer_log_counted (upto INTEGER NOT NULL)',
  'INSERT INTO _coffer_log_counted (upto) VALUES (0)',
  `CREATE TRIGGER _coffer_log_hours_delete AFTER DELETE ON _logs WHEN ${isCounted('old')} BEGIN
    ${take('old')};
    UPDATE _coffer_log_counted SET upto = coalesce((SELECT MAX(rowid) FROM _logs WHERE rowid < old.rowid), 0) WHERE upto = old.rowid;
  END`,
  `CREATE TRIGGER _coffer_log_hours_update AFTER UPDATE OF created, level, data ON _logs WHEN ${isCounted('new')}
    BEGIN ${take('old')}; ${add('new')}; END`,
]

/** The index for reads of the log by time. Creating it on a large log takes a while. */
const index = sql`CREATE INDEX IF NOT EXISTS _coffer_logs_created_idx ON _logs (created)`
const readIndex = sql`SELECT 1 FROM sqlite_schema WHERE name = '_coffer_logs_created_idx'`

const counted = sql`(SELECT upto FROM _coffer_log_counted)`
const key = constant(keyOf('_logs'))

const countUpTo = (end: number): Sql =>
  sql`INSERT INTO _coffer_log_hours (created, level, data, total)
    SELECT ${key}, COUNT(*) FROM _logs WHERE rowid > ${counted} AND rowid <= ${end} GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET total = total + excluded.total`

/** Whether all entries are counted. */
export const isLogCounted = async (logs: Reader): Promise<boolean> => {
  const [isWhole] = (await logs.row(sql`SELECT ${counted} = (SELECT coalesce(MAX(rowid), 0) FROM _logs)`)) ?? []
  return isWhole === 1
}

/** Returns the approximate number of uncounted entries. */
export const uncountedEntries = async (logs: Reader): Promise<number> => {
  const [entries] = (await logs.row(sql`SELECT MAX(rowid) - MIN(rowid) + 1 FROM _logs WHERE rowid > ${counted}`)) ?? []
  return Number(entries)
}

/** Counts up to `limit` uncounted entries in the order of their rowids. Returns whether there were any. */
export const countEntries = async (transaction: Transaction, limit: number): Promise<boolean> => {
  const next = sql`SELECT rowid FROM _logs WHERE rowid > ${counted} ORDER BY rowid LIMIT ${limit}`
  const [end] = (await transaction.row(sql`SELECT MAX(rowid) FROM (${next})`)) ?? []
  if (typeof end !== 'number') return false
  await transaction.runEach([countUpTo(end), sql`UPDATE _coffer_log_counted SET upto = ${end}`])
  return true
}

/** Creates the tables and triggers for the counts if they are missing. No entry is counted then. */
export const prepareLogHours = async (logs: Engine): Promise<void> => {
  if (await hasTable(logs, '_coffer_log_counted')) return
  await logs.transaction(async transaction => {
    for (const statement of layout) await transaction.run(constant(statement))
  })
}

/** Creates the index by time if it is missing, which reads the whole log. Returns whether it did. */
export const indexByTime = async (logs: Engine): Promise<boolean> => {
  if (await logs.row(readIndex)) return false
  await logs.transaction(transaction => transaction.run(index))
  return true
}
