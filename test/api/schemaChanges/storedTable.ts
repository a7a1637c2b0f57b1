import { runBlocking } from '../../harness/postgres/blockingQuery.ts'
import { databaseOf } from '../../harness/postgres/testDatabases.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

interface StoredTable {
  columns: string[]
  /** The names of the indexes and their statements, with names in backticks. */
  indexes: [string, string][]
}

const onPostgres = (address: string, table: string): StoredTable => {
  const ask = (text: string) => runBlocking({ kind: 'query', address, text, values: [table] })
  const columns = ask(`SELECT attname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relname = ? AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attname <> '@row'`)
  const indexes = ask(`SELECT i.relname::text, obj_description(i.oid, 'pg_class') FROM pg_index
    JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
    WHERE t.relname = ? AND obj_description(i.oid, 'pg_class') IS NOT NULL`)
  return { columns: columns.map(([column]) => String(column)), indexes: indexes as [string, string][] }
}

/** Returns the columns and the indexes with statements of a table, as the database has them. */
export const storedTable = ({ dataDir, query }: ServedMagazine, table: string): StoredTable => {
  const address = databaseOf(dataDir)
  if (address !== undefined) return onPostgres(address, table)
  const indexes = query(
    `SELECT name, replace(sql, '"', '\`') FROM sqlite_schema WHERE tbl_name = '${table}' AND type = 'index' AND sql IS NOT NULL`,
  )
  const columns = query(`SELECT name FROM pragma_table_info('${table}')`)
  return { columns: columns.map(([column]) => String(column)), indexes: indexes as [string, string][] }
}
