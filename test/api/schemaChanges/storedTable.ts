import { runBlocking } from '../../harness/postgres/blockingQuery.ts'
import { databaseOf } from '../../harness/postgres/testDatabases.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

interface StoredIndex {
  name: string
  /** With names in backticks. */
  statement: string
  /** Identifies the pages of the index. They change when it is rebuilt. */
  place: number
  /** The name of the first column, if it is no expression. */
  firstColumn: string
}

interface StoredTable {
  columns: string[]
  /** The indexes with statements. */
  indexes: StoredIndex[]
}

const toStoredTable = (columns: unknown[][], indexes: unknown[][]): StoredTable => ({
  columns: columns.map(([column]) => String(column)),
  indexes: indexes.map(([name, statement, place, firstColumn]) => ({
    name: String(name),
    statement: String(statement),
    place: Number(place),
    firstColumn: String(firstColumn),
  })),
})

function onPostgres(address: string, table: string): StoredTable {
  const ask = (text: string) => runBlocking({ kind: 'query', address, text, values: [table] })
  const columns = ask(`SELECT attname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relname = ? AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attname <> '@row'`)
  const indexes = ask(`SELECT i.relname::text, obj_description(i.oid, 'pg_class'), i.relfilenode,
      substring(pg_get_indexdef(i.oid, 1, true), '\\w+')
    FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
    WHERE t.relname = ? AND obj_description(i.oid, 'pg_class') IS NOT NULL`)
  return toStoredTable(columns, indexes)
}

/** Returns the columns and the indexes with statements of a table, as the database has them. */
export function storedTable({ dataDir, query }: ServedMagazine, table: string): StoredTable {
  const address = databaseOf(dataDir)
  if (address !== undefined) return onPostgres(address, table)
  const columns = query(`SELECT name FROM pragma_table_info('${table}')`)
  const indexes = query(`SELECT name, replace(sql, '"', '\`'), rootpage, (SELECT name FROM pragma_index_info(i.name) LIMIT 1)
    FROM sqlite_schema i WHERE tbl_name = '${table}' AND type = 'index' AND sql IS NOT NULL`)
  return toStoredTable(columns, indexes)
}
