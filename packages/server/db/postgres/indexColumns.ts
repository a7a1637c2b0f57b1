import { parseIndex } from '@coffer/schema/parseIndex'
import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'
import { fullName } from './translate.ts'

/**
 * Returns the columns of an index in their order, as `table.column`; expressions have none. The comment of an index that users have defined is its
 * statement in SQLite's syntax. In PostgreSQL, a column with a collation is an expression.
 */
export async function loadIndexColumns(reader: Reader, index: string): Promise<string[]> {
  const rows = await reader.rows(sql`
    SELECT c.relname::text, obj_description(c.oid, 'pg_class'), a.attname::text, col_description(c.oid, a.attnum),
      obj_description(i.indexrelid, 'pg_class')
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS key(attnum, position)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = key.attnum AND key.attnum > 0
    WHERE i.indexrelid = (SELECT oid FROM pg_class WHERE relname = ${index} AND relnamespace = current_schema()::regnamespace)
    ORDER BY key.position`)
  const [table, tableComment, , , statement] = rows[0] ?? []
  const defined = typeof statement === 'string' ? parseIndex(statement) : undefined
  const columns = defined
    ? defined.columns.map(({ name }) => name).filter(name => /^\w+$/.test(name))
    : rows.flatMap(([, , column, comment]) => (column === null ? [] : [fullName(column, comment)]))
  return columns.map(column => `${fullName(table, tableComment)}.${column}`)
}
