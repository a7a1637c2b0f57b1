import type { Affinity } from '@coffer/schema'
import type { Reader } from '../engine.ts'
import { name, sql, untrusted } from '../sql.ts'
import { withEmptySqlite } from './emptySqlite.ts'

/** Returns the affinity that SQLite derives from the type of a column (https://www.sqlite.org/datatype3.html, section 3.1). */
function affinityOfType(type: string): Affinity {
  if (type === '') return 'none'
  if (/char|clob|text/i.test(type) && !/int/i.test(type)) return 'text'
  if (/blob/i.test(type)) return 'column'
  return type === 'REAL' ? 'real' : 'numeric'
}

/**
 * Returns the affinity of each column of a query in SQLite's syntax. It depends on the whole query, so SQLite itself derives it, from
 * a view in an empty database.
 * @param sources the tables and views that the query reads, as they are stored
 */
export async function loadAffinities(
  reader: Reader,
  schema: string,
  { query, sources }: { query: string; sources: Iterable<string> },
): Promise<Map<string, Affinity>> {
  const condition = sql`c.relname IN (SELECT value FROM json_array_elements_text(${JSON.stringify([...sources])}::json))`
  return withEmptySqlite(reader, { schema, condition }, async sqlite => {
    // A name that no table has.
    const view = '@view'
    await sqlite.define(untrusted`CREATE VIEW ${name(view)} AS SELECT * FROM (${query})`, { kind: 'view', name: view })
    const rows = await sqlite.rows(sql`SELECT name, type FROM pragma_table_info(${view})`)
    return new Map(rows.map(([column, type]) => [String(column), affinityOfType(String(type))]))
  })
}
