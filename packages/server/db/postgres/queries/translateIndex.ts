import type { IndexColumn, IndexDefinition } from '@coffer/schema'
import type { Reader } from '../../engine.ts'
import { name, sql, untrusted } from '../../sql.ts'
import { storedName } from '../translate.ts'
import { findRelations } from './findRelations.ts'
import { cast, column, type Fields, lastName, type Node } from './nodes.ts'
import { parseSelect, printStatement } from './parseStatement.ts'
import { translateQuery } from './translateQuery.ts'
import { ownSchema } from './withQueryPath.ts'

/** An expression is written as it is, any other text is the name of a column. */
function expressionOf({ name: column, collate }: IndexColumn): string {
  const isExpression = column.includes('(') || column.includes(' ')
  return untrusted`${isExpression ? column : name(column)}${collate === '' ? '' : ` COLLATE ${collate}`}`.untrustedText
}

async function jsonColumns(reader: Reader, table: string): Promise<Set<string>> {
  const rows = await reader.rows(sql`
    SELECT attname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relname = ${storedName(table)} AND relnamespace = ${ownSchema}::text::regnamespace AND atttypid = 'json'::regtype`)
  return new Set(rows.map(([column]) => String(column)))
}

/** PostgreSQL has no order for JSON, so its text is indexed. */
function indexElement(value: Node, { sort }: IndexColumn, jsons: ReadonlySet<string>): Node {
  const columnName = lastName(value.ColumnRef?.fields)
  const isPlain = value.ColumnRef !== undefined && !jsons.has(columnName)
  const element: Fields = isPlain ? { name: columnName } : { expr: value.ColumnRef ? cast(column(columnName), 'text') : value }
  const ordering = sort === 'DESC' ? 'SORTBY_DESC' : 'SORTBY_DEFAULT'
  return { IndexElem: { ...element, ordering, nulls_ordering: 'SORTBY_NULLS_DEFAULT' } }
}

/**
 * Translates the definition of an index in SQLite's syntax to PostgreSQL's statement. It has to run in `withQueryPath`.
 * @throws Error with the reason when it is not portable, or names a column that does not exist
 */
export async function translateIndex(reader: Reader, index: IndexDefinition): Promise<string> {
  const values = index.columns.map(expressionOf).join(', ')
  const where = index.where === '' ? '' : ` WHERE ${index.where}`
  const query = untrusted`SELECT ${values} FROM ${name(index.table)}${where}`.untrustedText
  const { text } = await translateQuery(query, findRelations(reader))
  const { targetList = [], fromClause, whereClause, limitOption, op, ...others } = parseSelect(text).SelectStmt as Fields
  if (targetList.length !== index.columns.length || fromClause.length !== 1 || Object.keys(others).length > 0)
    throw new Error('the columns of the index cannot be read')
  const jsons = await jsonColumns(reader, index.table)
  const indexParams = index.columns.map((part, position) => indexElement(targetList[position].ResTarget.val, part, jsons))
  return printStatement({
    IndexStmt: {
      idxname: storedName(index.name),
      relation: { relname: storedName(index.table), inh: true, relpersistence: 'p' },
      accessMethod: 'btree',
      indexParams,
      ...(whereClause ? { whereClause } : {}),
      unique: index.isUnique,
    },
  })
}
