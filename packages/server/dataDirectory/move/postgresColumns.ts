import type { Reader } from '../../db/engine.ts'
import { storedName } from '../../db/postgres/translate.ts'
import { sql } from '../../db/sql.ts'
import type { MovedColumn } from './columnValues.ts'
import type { SharedColumns } from './MoveTarget.ts'

/** The column with the number of each row, in the tables that are listed in row order. */
export const rowNumber = '@row'

/** Returns the columns of a table of PostgreSQL by their stored names. */
export async function loadColumns(postgres: Reader, table: string): Promise<Map<string, Omit<MovedColumn, 'name'>>> {
  const rows = await postgres.rows(sql`SELECT attname::text, format_type(atttypid, atttypmod), NOT attnotnull
    FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(${storedName(table)}::text)) AND attnum > 0 AND NOT attisdropped`)
  return new Map(rows.map(([column, type, isNullable]) => [String(column), { type: String(type), isNullable: isNullable === 1 }]))
}

/** Returns the columns that a table has in both databases, with their names in SQLite. */
export async function sharedColumns(sqlite: Reader, postgres: Reader, table: string): Promise<SharedColumns> {
  const stored = await loadColumns(postgres, table)
  const rows = await sqlite.rows(sql`SELECT name FROM pragma_table_info(${table})`)
  const columns = rows.map(String).flatMap(column => {
    const found = stored.get(storedName(column))
    return found ? [{ name: column, ...found }] : []
  })
  return { columns, hasRowNumbers: stored.has(rowNumber) }
}
