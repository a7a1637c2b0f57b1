import type { ColumnType } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'
import type { Transaction } from '../engine.ts'
import type { ViewDefinition } from '../schemaObjects.ts'
import { constant, join, name, type Sql, sql, untrusted, writeSql } from '../sql.ts'
import { findRelations } from './queries/findRelations.ts'
import { viewOrderColumns } from './queries/rowOrder.ts'
import { withQueryPath } from './queries/withQueryPath.ts'
import { postgresWriter, quotedName, storedName } from './translate.ts'
import { loadAffinities } from './viewAffinities.ts'

/** The types of PostgreSQL and the functions that convert other values to them, by the types of columns. */
const conversions: Record<ColumnType, { type: string; convert: Sql }> = {
  boolean: { type: 'boolean', convert: constant('coffer.to_boolean') },
  json: { type: 'json', convert: constant('coffer.as_json') },
  list: { type: 'json', convert: constant('coffer.as_json') },
  number: { type: 'double precision', convert: constant('coffer.to_real') },
  point: { type: 'json', convert: constant('coffer.as_json') },
  text: { type: 'text', convert: constant('coffer.to_text') },
}

interface Column {
  name: string
  type: string
  /** Whether the column compares texts by their bytes, or contains none. */
  isBinary: boolean
}

async function columnsOf(transaction: Transaction, schema: string, view: string): Promise<Column[]> {
  const rows = await transaction.rows(sql`
    SELECT attname::text, format_type(atttypid, NULL), attcollation IN (0, 'pg_catalog."C"'::regcollation)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relname = ${storedName(view)} AND relnamespace = quote_ident(${schema}::text)::regnamespace AND attnum > 0 ORDER BY attnum`)
  return rows.map(([column, type, isBinary]) => ({ name: String(column), type: String(type), isBinary: isBinary === 1 }))
}

/** Returns the domain of the schema `coffer` for columns with this affinity; undefined if it is the affinity of the type itself. */
function domainOf(type: ColumnType, affinity: Affinity | undefined): string | undefined {
  // These are only compared by their content.
  if (conversions[type].type === 'json') return undefined
  return affinity === undefined || affinity === (type === 'text' ? 'text' : 'numeric') ? undefined : `${affinity}_${type}`
}

/** Returns a column with the type by which records are read and compared; undefined if it has this type. */
function converted(column: Column, wanted: ColumnType, affinity: Affinity | undefined): Sql | undefined {
  const { type, convert } = conversions[wanted]
  const domain = domainOf(wanted, affinity)
  if (column.type === (domain ?? type) && column.isBinary) return undefined
  const value = column.type === type ? name(column.name) : sql`${convert}(${name(column.name)})`
  const binary = type === 'text' ? sql`${value} COLLATE "C"` : value
  return domain === undefined ? binary : sql`(${binary})::${name('coffer', domain)}`
}

const define = (transaction: Transaction, schema: string, view: string, query: string): Promise<void> =>
  transaction.define(untrusted`CREATE VIEW ${quotedName(schema)}.${quotedName(view)} AS ${query}`, {
    kind: 'view',
    name: view,
    schema,
  })

/**
 * Creates a view whose columns have the types of their fields. Their own types are known only when a view exists, so a view with other
 * types is created twice.
 */
export async function createView(transaction: Transaction, { name: view, query, columns }: ViewDefinition): Promise<void> {
  // Loads the parser of PostgreSQL at its first use, see `untrustedStatement.ts`.
  const { translateQuery } = await import('./queries/translateQuery.ts')
  // With the path of queries, PostgreSQL would create the view in the schema of the functions.
  const schema = String((await transaction.row(sql`SELECT current_schema()::text`))?.[0])
  await withQueryPath(transaction, async () => {
    const { text, sources } = await translateQuery(query, findRelations(transaction), true)
    const affinities = await loadAffinities(transaction, schema, { query, sources })
    await define(transaction, schema, view, text)
    const wanted = new Map([...columns].map(([column, type]) => [storedName(column), { type, affinity: affinities.get(column) }]))
    const own = await columnsOf(transaction, schema, view)
    const isOrderColumn = (column: Column) => viewOrderColumns.some(name => name === column.name)
    const list = own.map(column => {
      const { type = 'json', affinity } = wanted.get(column.name) ?? {}
      return { column, value: isOrderColumn(column) ? undefined : converted(column, type, affinity) }
    })
    const isSorted = !own.some(isOrderColumn)
    if (!isSorted && list.every(({ value }) => value === undefined)) return
    await transaction.run(sql`DROP VIEW ${name(schema, view)}`)
    const selected = list.map(({ column, value }) => (value ? sql`${value} AS ${name(column.name)}` : name(column.name)))
    // Sorting by these keeps the order of the query. They are texts, so that no other view uses them as row numbers.
    if (isSorted) selected.push(...viewOrderColumns.map(column => sql`NULL::text AS ${name(column)}`))
    await define(transaction, schema, view, `SELECT ${writeSql(join(selected), postgresWriter)} FROM (${text}) AS query`)
  })
}
