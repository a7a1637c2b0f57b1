import { constant, type Sql } from '../sql.ts'
import { migrationsTable } from './systemTables.ts'

const now = "DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL"

/** The tables of `logs.db`, as PocketBase 0.22 creates them. */
export const logTables: readonly Sql[] = [
  migrationsTable,
  `CREATE TABLE \`_logs\` (
    \`id\`      TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL,
    \`level\`   INTEGER DEFAULT 0 NOT NULL,
    \`message\` TEXT DEFAULT "" NOT NULL,
    \`data\`    JSON DEFAULT "{}" NOT NULL,
    \`created\` TEXT ${now},
    \`updated\` TEXT ${now}
  )`,
  'CREATE INDEX _logs_level_idx on `_logs` (`level`)',
  'CREATE INDEX _logs_message_idx on `_logs` (`message`)',
  "CREATE INDEX _logs_created_hour_idx on `_logs` (strftime('%Y-%m-%d %H:00:00', `created`))",
].map(constant)

/** Returns SQL for the grouping key of an entry: its hour in the format of filters, its level and its requester. */
function keyOf(row: string): string {
  const auth = `CASE WHEN json_valid(${row}.data) THEN json_extract(${row}.data, '$.auth') END`
  return `coalesce(strftime('%Y-%m-%d %H:00:00.000Z', ${row}.created), ''), ${row}.level, json_object('auth', ${auth})`
}

/** The grouping key of an entry in `_logs`. */
export const logHourKey: Sql = constant(keyOf('_logs'))

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
export const logHourTables: readonly Sql[] = [
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
].map(constant)
