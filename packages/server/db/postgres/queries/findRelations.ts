import type { Reader } from '../../engine.ts'
import { sql } from '../../sql.ts'
import { isDataColumn } from '../systemTables.ts'
import { fullName } from '../translate.ts'
import type { FindRelations } from './translateQuery.ts'
import { ownSchema } from './withQueryPath.ts'

/** Returns a function that finds tables and views by their names, in any case. */
export function findRelations(reader: Reader): FindRelations {
  return async names => {
    const rows = await reader.rows(sql`
      SELECT c.relname::text, obj_description(c.oid, 'pg_class'),
        json_agg(ARRAY[a.attname::text, col_description(c.oid, a.attnum)] ORDER BY a.attnum) FILTER (WHERE ${isDataColumn}),
        coalesce(json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attname IN ('@row', '@rows') AND a.atttypid <> 'text'::regtype), '[]')
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = ${ownSchema}::text::regnamespace AND c.relkind IN ('r', 'p', 'v') AND lower(c.relname::text COLLATE "C") IN
        (SELECT lower(value COLLATE "C") FROM json_array_elements_text(${JSON.stringify(names)}::json))
      GROUP BY c.oid`)
    return rows.map(([name, comment, columns, rowNumbers]) => {
      const described = JSON.parse(String(columns ?? '[]')) as [string, string | null][]
      const fullNames = [[String(name), fullName(name, comment)], ...described.map(column => [column[0], fullName(...column)])]
      return {
        name: String(name),
        columns: described.map(([column]) => column),
        rowNumbers: JSON.parse(String(rowNumbers)) as string[],
        fullNames: new Map(fullNames.filter(([stored, full]) => stored !== full) as [string, string][]),
      }
    })
  }
}
