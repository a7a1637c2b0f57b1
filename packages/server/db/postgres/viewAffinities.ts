import type { Affinity } from '@coffer/schema'
import type { Reader } from '../engine.ts'
import { constant, join, name, type Sql, sql, untrusted } from '../sql.ts'
import { Connection } from '../sqlite/Connection.ts'
import { fullName } from './comment.ts'
import { isDataColumn } from './systemTables.ts'

/** The affinity of a column whose type is `type`, as a SQL expression: a domain such as `none_number` begins with its name. */
export const affinityOf = (type: Sql): Sql =>
  sql`CASE ${type}.typtype WHEN 'd' THEN split_part(${type}.typname::text, '_', 1) END`

/** The types of SQLite with these affinities. An expression that has none is null without a cast. */
const sqliteTypes: Readonly<Record<Exclude<Affinity, 'none'>, Sql>> = {
  column: constant('BLOB'),
  numeric: constant('NUMERIC'),
  real: constant('REAL'),
  text: constant('TEXT'),
}

/** Returns the affinity that SQLite derives from the type of a column (https://www.sqlite.org/datatype3.html, section 3.1). */
const affinityOfType = (type: string): Affinity => {
  if (type === '') return 'none'
  if (/char|clob|text/i.test(type) && !/int/i.test(type)) return 'text'
  if (/blob/i.test(type)) return 'column'
  return type === 'REAL' ? 'real' : 'numeric'
}

/** A column of a table or view that a query reads. */
interface SourceColumn {
  isOfView: boolean
  source: string
  column: string
  affinity: Affinity
}

const loadColumns = async (reader: Reader, schema: string, sources: Iterable<string>): Promise<SourceColumn[]> => {
  const rows = await reader.rows(sql`
    SELECT c.relkind = 'v', c.relname::text, obj_description(c.oid, 'pg_class'), a.attname::text, col_description(c.oid, a.attnum),
      coalesce(${affinityOf(sql`t`)}, CASE t.typname WHEN 'text' THEN 'text' ELSE 'numeric' END)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = quote_ident(${schema}::text)::regnamespace AND ${isDataColumn}
      AND c.relname IN (SELECT value FROM json_array_elements_text(${JSON.stringify([...sources])}::json))
    ORDER BY c.oid, a.attnum`)
  return rows.map(([isOfView, source, sourceComment, column, columnComment, affinity]) => ({
    isOfView: isOfView === 1,
    source: fullName(source, sourceComment),
    column: fullName(column, columnComment),
    affinity: affinity as Affinity,
  }))
}

/** Creates the tables and views that a query reads, without rows. */
const createSources = async (sqlite: Connection, columns: readonly SourceColumn[]): Promise<void> => {
  for (const [source, own] of Map.groupBy(columns, ({ source }) => source)) {
    const typeOf = ({ affinity }: SourceColumn) => (affinity === 'none' ? undefined : sqliteTypes[affinity])
    const defined = own.map(column => sql`${name(column.column)} ${typeOf(column) ?? constant('')}`)
    const selected = own.map(column => {
      const type = typeOf(column)
      return sql`${type ? sql`CAST(NULL AS ${type})` : constant('NULL')} AS ${name(column.column)}`
    })
    await sqlite.run(
      own[0]?.isOfView
        ? sql`CREATE VIEW ${name(source)} AS SELECT ${join(selected)}`
        : sql`CREATE TABLE ${name(source)} (${join(defined)})`,
    )
  }
}

/**
 * Returns the affinity of each column of a query in SQLite's syntax. It depends on the whole query, so SQLite itself derives it, from
 * a view in an empty database.
 * @param sources the tables and views that the query reads, as they are stored
 */
export const loadAffinities = async (
  reader: Reader,
  schema: string,
  { query, sources }: { query: string; sources: Iterable<string> },
): Promise<Map<string, Affinity>> => {
  const columns = await loadColumns(reader, schema, sources)
  const sqlite = new Connection(':memory:', { readOnly: false })
  try {
    await createSources(sqlite, columns)
    // A name that no table has.
    const view = '@view'
    await sqlite.define(untrusted`CREATE VIEW ${name(view)} AS SELECT * FROM (${query})`, { kind: 'view', name: view })
    const rows = await sqlite.rows(sql`SELECT name, type FROM pragma_table_info(${view})`)
    return new Map(rows.map(([column, type]) => [String(column), affinityOfType(String(type))]))
  } finally {
    sqlite.close()
  }
}
