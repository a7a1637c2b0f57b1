import { DatabaseSync } from 'node:sqlite'
import { isDatabaseError } from '../DatabaseError.ts'
import { name } from '../sql.ts'
import { classifyingErrors } from './classifyError.ts'

/**
 * Kilobytes of the page cache while a database is checked. SQLite looks up each row in each index: with 64 MB, a table of a million rows
 * with three indexes takes 4 s, with the default of 2 MB 10 s.
 */
const checkCacheKb = 64_000

/** Called before a table is compared with its indexes, with its number from 1 and the number of all tables. */
export type OnTable = (number: number, count: number) => void

/** Runs a check and returns the first problem that it finds on one line; undefined if there is none. */
function firstProblem(database: DatabaseSync, check: string): string | undefined {
  const [result] = Object.values(database.prepare(`PRAGMA ${check}`).get() ?? {})
  if (result === 'ok') return undefined
  return String(result)
    .split('\n')
    .filter(line => !line.startsWith('***'))
    .join(' ')
}

/** Compares a table with its indexes. A table that another connection has dropped has no problems. */
function problemOfTable(database: DatabaseSync, table: string): string | undefined {
  try {
    return classifyingErrors(() => firstProblem(database, `integrity_check(${name(table).text})`))
  } catch (error) {
    if (isDatabaseError(error, 'unknownName')) return undefined
    throw error
  }
}

/** Lists the tables with rows in the file, which virtual tables do not have. */
const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .all()
    .map(row => String(row.name))

/** Lists the tables that are damaged, or whose indexes are. */
export function findDamagedTables(database: DatabaseSync): string[] {
  return tablesOf(database).filter(table => problemOfTable(database, table) !== undefined)
}

/**
 * Reads a whole database and returns a description of the first damage on one line, or undefined if there is none. First checks the
 * pages of the whole file, and then compares each table with its indexes: one statement for each, because SQLite cannot interrupt them.
 */
export function findDamage(database: DatabaseSync, onTable?: OnTable): string | undefined {
  database.exec(`PRAGMA cache_size = -${checkCacheKb}`)
  const damage = firstProblem(database, 'quick_check(1)')
  if (damage !== undefined) return damage
  const tables = tablesOf(database)
  for (const [index, table] of tables.entries()) {
    onTable?.(index + 1, tables.length)
    const problem = problemOfTable(database, table)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Calls `findDamage` on a new connection, because the cached pages of an open one can hide damage. */
export function findDamageOfFile(path: string, onTable?: OnTable): string | undefined {
  return classifyingErrors(() => {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    return findDamage(database, onTable)
  })
}
