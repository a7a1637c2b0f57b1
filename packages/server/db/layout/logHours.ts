import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../openDatabase.ts'

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
const table = `CREATE TABLE _coffer_log_hours (created TEXT NOT NULL, level INTEGER NOT NULL, data JSON NOT NULL,
  total INTEGER NOT NULL, PRIMARY KEY (created, level, data)) WITHOUT ROWID`

const triggers = [
  `CREATE TRIGGER _coffer_log_hours_insert AFTER INSERT ON _logs BEGIN ${add('new')}; END`,
  `CREATE TRIGGER _coffer_log_hours_delete AFTER DELETE ON _logs BEGIN ${take('old')}; END`,
  `CREATE TRIGGER _coffer_log_hours_update AFTER UPDATE OF created, level, data ON _logs BEGIN ${take('old')}; ${add('new')}; END`,
]

const index = 'CREATE INDEX IF NOT EXISTS _coffer_logs_created_idx ON _logs (created)'

const countRange = `SELECT ${keyOf('_logs')}, COUNT(*) FROM _logs WHERE rowid >= ? AND rowid < ? GROUP BY 1, 2, 3`
const insertCount = `INSERT INTO _coffer_log_hours (created, level, data, total) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET total = total + excluded.total`

type Count = [created: string, level: number, data: string, total: number]

/** The entries below a row: where they begin and end, how many there are, and which is the last. */
interface Span {
  first: number
  end: number
  entries: number
  lastId: string | null
}

const readSpan = (database: DatabaseSync, below = Number.MAX_SAFE_INTEGER): Span => {
  // With MAX, the other columns are those of the row that has it.
  const statement = database.prepare('SELECT MAX(rowid) + 1, COUNT(*), id FROM _logs WHERE rowid < ?')
  statement.setReturnArrays(true)
  const [end, entries, lastId] = statement.get(below) as unknown as [number | null, number, string | null]
  const lowest = database.prepare('SELECT MIN(rowid) AS first FROM _logs').get()
  return { first: Number(lowest?.first ?? 0), end: end ?? 0, entries, lastId }
}

/** Nothing that was counted has gone: the number of a row comes back only once the last one is gone. */
const isAsBefore = (database: DatabaseSync, counted: Span): boolean => {
  const { entries, lastId } = readSpan(database, counted.end)
  return entries === counted.entries && lastId === counted.lastId
}

const countEntries = (database: DatabaseSync, { first, end }: Span, step: number): Count[] => {
  const statement = database.prepare(countRange)
  statement.setReturnArrays(true)
  const counts: Count[] = []
  for (let start = first; start < end; start += step) {
    counts.push(...(statement.all(start, Math.min(start + step, end)) as unknown as Count[]))
  }
  return counts
}

/** Stores what was counted, and counts what has come since. Gives false, and does nothing, when some of it has gone. */
const storeCounts = (database: DatabaseSync, counts: readonly Count[], counted: Span): boolean => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const isAsCounted = isAsBefore(database, counted)
    if (isAsCounted) {
      const later = countEntries(database, { ...readSpan(database), first: counted.end }, Number.MAX_SAFE_INTEGER)
      database.exec(table)
      const insert = database.prepare(insertCount)
      for (const count of [...counts, ...later]) insert.run(...count)
      for (const trigger of triggers) database.exec(trigger)
    }
    database.exec('COMMIT')
    return isAsCounted
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Adds to a log that was never opened by this program what lets it be counted and looked through by time without reading all of it.
 * Others may write the log meanwhile: it is read as it was at one moment, piece by piece, so that this can be ended in between.
 * @param step how many entries are read in one go
 */
export const createLogHours = (database: DatabaseSync, step = 10_000): void => {
  database.exec(index)
  for (;;) {
    database.exec('BEGIN')
    const span = readSpan(database)
    const counts = countEntries(database, span, step)
    database.exec('COMMIT')
    if (storeCounts(database, counts, span)) return
  }
}

/** Does so with the log in a file. */
export const countFile = (path: string): void => {
  const database = openDatabase(path, { readOnly: false })
  try {
    createLogHours(database)
  } finally {
    database.close()
  }
}
