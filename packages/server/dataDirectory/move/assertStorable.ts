import type { SqlValue } from '@coffer/fields'
import { join, name, sql } from '../../db/sql.ts'
import type { MoveSource } from './MoveSource.ts'
import { listTables, loadCollections } from './movedTables.ts'

/** Maximum number of rows of each table that an error lists. */
const maxListedRows = 3

function problemOf(value: SqlValue): string | undefined {
  if (value instanceof Uint8Array) return 'has binary data'
  return typeof value === 'string' && value.includes('\0') ? 'has a text with the character NUL' : undefined
}

async function findProblems(source: MoveSource, table: string): Promise<string[]> {
  const reader = source.readerOf(table)
  const columns = (await reader.rows(sql`SELECT name FROM pragma_table_info(${table})`)).map(([column]) => String(column))
  const isUnstorable = columns.map(column => sql`(instr(${name(column)}, char(0)) > 0 OR typeof(${name(column)}) = 'blob')`)
  const found = await reader.rows(sql`SELECT ${join(columns.map(column => name(column)))} FROM ${name(table)}
    WHERE ${join(isUnstorable, sql` OR `)} LIMIT ${maxListedRows}`)
  return found.flatMap(row =>
    row.flatMap((value, index) => {
      const problem = problemOf(value)
      return problem === undefined ? [] : [`${table}, record ${row[columns.indexOf('id')]}: ${columns[index]} ${problem}.`]
    }),
  )
}

/**
 * Asserts that PostgreSQL can store all values of SQLite files. Coffer never stores the others, but other programs can.
 * @throws Error that names tables, records and columns
 */
export async function assertStorable(source: MoveSource): Promise<void> {
  const problems: string[] = []
  for (const table of await listTables(source, await loadCollections(source)))
    problems.push(...(await findProblems(source, table)))
  if (problems.length > 0)
    throw new Error(`PostgreSQL cannot store these values. Change them first; nothing was moved.\n${problems.join('\n')}`)
}
