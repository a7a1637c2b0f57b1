import type { Affinity } from '@coffer/schema'
import type { Reader } from '../engine.ts'
import { constant, join, name, type Sql, sql } from '../sql.ts'
import { Connection } from '../sqlite/Connection.ts'
import { isDataColumn } from './systemTables.ts'
import { fullName } from './translate.ts'

/** The affinity of a column whose type is `type`, as a SQL expression: a domain such as `none_number` begins with its name. */
export function affinityOf(type: Sql): Sql {
  return sql`CASE ${type}.typtype WHEN 'd' THEN split_part(${type}.typname::text, '_', 1) END`
}

/** The types of SQLite with these affinities. An expression that has none is null without a cast. */
const sqliteTypes: Readonly<Record<Exclude<Affinity, 'none'>, Sql>> = {
  column: constant('BLOB'),
  numeric: constant('NUMERIC'),
  real: constant('REAL'),
  text: constant('TEXT'),
}

/** A column of a table or view. */
interface SourceColumn {
  isOfView: boolean
  source: string
  column: string
  affinity: Affinity
}

/**
 * Reads the columns of tables and views.
 * @param condition selects them, as rows `c` of `pg_class`
 */
async function loadColumns(reader: Reader, schema: string, condition: Sql): Promise<SourceColumn[]> {
  const rows = await reader.rows(sql`
    SELECT c.relkind = 'v', c.relname::text, obj_description(c.oid, 'pg_class'), a.attname::text, col_description(c.oid, a.attnum),
      coalesce(${affinityOf(sql`t`)}, CASE t.typname WHEN 'text' THEN 'text' ELSE 'numeric' END)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = quote_ident(${schema}::text)::regnamespace AND c.relkind IN ('r', 'p', 'v') AND ${isDataColumn}
      AND (${condition})
    ORDER BY c.oid, a.attnum`)
  return rows.map(([isOfView, source, sourceComment, column, columnComment, affinity]) => ({
    isOfView: isOfView === 1,
    source: fullName(source, sourceComment),
    column: fullName(column, columnComment),
    affinity: affinity as Affinity,
  }))
}

/** Creates the tables and views of columns, without rows. */
async function createSources(sqlite: Connection, columns: readonly SourceColumn[]): Promise<void> {
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
 * Runs work on a SQLite database in memory that has some tables and views of a PostgreSQL database, without rows.
 * @param condition selects the tables and views, as rows `c` of `pg_class`
 */
export async function withEmptySqlite<T>(
  reader: Reader,
  { schema, condition }: { schema: string; condition: Sql },
  work: (sqlite: Connection) => Promise<T>,
): Promise<T> {
  const columns = await loadColumns(reader, schema, condition)
  const sqlite = new Connection(':memory:', { readOnly: false })
  try {
    await createSources(sqlite, columns)
    return await work(sqlite)
  } finally {
    sqlite.close()
  }
}
