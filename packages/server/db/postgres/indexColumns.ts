import { parseIndex } from '@coffer/schema'
import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'

/**
 * Returns the columns of an index in their order; expressions have none. The comment of an index that users have defined is its
 * statement in SQLite's syntax. In PostgreSQL, a column with a collation is an expression.
 */
export const loadIndexColumns = async (reader: Reader, index: string): Promise<string[]> => {
  const rows = await reader.rows(sql`
    SELECT a.attname::text, obj_description(i.indexrelid, 'pg_class')
    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS key(attnum, position)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = key.attnum AND key.attnum > 0
    WHERE i.indexrelid = (SELECT oid FROM pg_class WHERE relname = ${index} AND relnamespace = current_schema()::regnamespace)
    ORDER BY key.position`)
  const statement = rows[0]?.[1]
  const defined = typeof statement === 'string' ? parseIndex(statement) : undefined
  if (defined) return defined.columns.map(({ name }) => name).filter(name => /^\w+$/.test(name))
  return rows.flatMap(([column]) => (column === null ? [] : [String(column)]))
}
