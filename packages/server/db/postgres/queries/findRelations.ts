import type { Reader } from '../../engine.ts'
import { sql } from '../../sql.ts'
import { isDataColumn } from '../systemTables.ts'
import type { FindRelations } from './translateQuery.ts'
import { ownSchema } from './withQueryPath.ts'

/** Returns a function that finds tables and views by their names, in any case. */
export const findRelations =
  (reader: Reader): FindRelations =>
  async names => {
    const rows = await reader.rows(sql`
      SELECT c.relname::text, json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE ${isDataColumn}),
        coalesce(json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attname IN ('@row', '@rows') AND a.atttypid <> 'text'::regtype), '[]')
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = ${ownSchema}::text::regnamespace AND c.relkind IN ('r', 'p', 'v') AND lower(c.relname::text COLLATE "C") IN
        (SELECT lower(value COLLATE "C") FROM json_array_elements_text(${JSON.stringify(names)}::json))
      GROUP BY c.oid`)
    return rows.map(([name, columns, rowNumbers]) => ({
      name: String(name),
      columns: JSON.parse(String(columns)) as string[],
      rowNumbers: JSON.parse(String(rowNumbers)) as string[],
    }))
  }
