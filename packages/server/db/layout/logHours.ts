import type { Transaction } from '../engine.ts'
import { constant } from '../sql.ts'

/** The hour of an entry as filters compare it, and what of its data the usual filters ask about. */
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

/** Counts of the log by hour, level and who asked, kept by triggers so that they hold whichever program writes the log. */
const statements = [
  `CREATE TABLE _coffer_log_hours (created TEXT NOT NULL, level INTEGER NOT NULL, data JSON NOT NULL, total INTEGER NOT NULL,
    PRIMARY KEY (created, level, data)) WITHOUT ROWID`,
  `INSERT INTO _coffer_log_hours (created, level, data, total) SELECT ${keyOf('_logs')}, COUNT(*) FROM _logs GROUP BY 1, 2, 3`,
  `CREATE TRIGGER _coffer_log_hours_insert AFTER INSERT ON _logs BEGIN ${add('new')}; END`,
  `CREATE TRIGGER _coffer_log_hours_delete AFTER DELETE ON _logs BEGIN ${take('old')}; END`,
  `CREATE TRIGGER _coffer_log_hours_update AFTER UPDATE OF created, level, data ON _logs BEGIN ${take('old')}; ${add('new')}; END`,
  'CREATE INDEX _coffer_logs_created_idx ON _logs (created)',
]

/** Adds to a log that was never opened by this program what lets it be counted and looked through by time without reading all of it. */
export const createLogHours = async (transaction: Transaction): Promise<void> => {
  for (const statement of statements) await transaction.run(constant(statement))
}
