import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { runBlocking } from './postgres/blockingQuery.ts'
import { databaseOf } from './postgres/testDatabases.ts'

/** Integers beyond the safe range are returned exactly. */
const narrow = (value: SQLOutputValue): SQLOutputValue =>
  typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value

/** Returns the folder of the files to query: for a PostgreSQL database, an export of its current state. */
export function currentFiles(dataDir: string): string {
  const address = databaseOf(dataDir)
  if (address === undefined) return dataDir
  const folder = join(dataDir, '..', 'export')
  runBlocking({ kind: 'export', address, folder })
  return folder
}

/**
 * Runs a query that SQLite and PostgreSQL both understand on the records of a data directory. On PostgreSQL it takes a few
 * milliseconds, `queryDatabase` 200.
 */
export function querySharedSql(dataDir: string, sql: string, values: string[] = []): unknown[][] {
  const address = databaseOf(dataDir)
  return address === undefined
    ? queryDatabase(dataDir, 'data', sql, values)
    : runBlocking({ kind: 'query', address, text: sql, values })
}

/** Runs a read-only query in SQLite's SQL on a data directory, also while a server has it open. */
export function queryDatabase(
  dataDir: string,
  db: 'data' | 'logs',
  sql: string,
  values: SQLInputValue[] = [],
): SQLOutputValue[][] {
  using database = new DatabaseSync(join(currentFiles(dataDir), `${db}.db`), {
    readOnly: true,
    timeout: 30_000,
    readBigInts: true,
    returnArrays: true,
    enableDoubleQuotedStringLiterals: true,
  })
  const rows = database.prepare(sql).all(...values) as unknown as SQLOutputValue[][]
  return rows.map(row => row.map(narrow))
}
