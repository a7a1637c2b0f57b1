import { name, type Sql, sql } from '../../db/sql.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import type { Query } from './Query.ts'

/** Compiles the statement that reads one page of a collection. */
export type ReadPage = (columns: Sql, limit: number, offset: number) => Sql

/** A column name that no field can have. */
const rowidColumn = name('@rowid')

/** Returns the date column, if a query for a whole table sorts by it in descending order and no index helps. */
const unindexedDate = ({ collection, ids, conditions, sort }: Query): string | undefined => {
  const [item, ...more] = sort?.items ?? []
  const isWhole = collection.type !== 'view' && !collection.system && !ids && conditions.length === 0
  if (!isWhole || item?.kind !== 'field' || !item.descending || more.length > 0) return undefined
  return ['created', 'updated'].includes(item.name) && !isIndexed(collection, item.name) ? item.name : undefined
}

/**
 * Returns a statement that reads the newest records of a whole table many times faster than sorting the table.
 * Rows are mostly in the order of their dates. A scan from the last row sees the page first and skips nearly all other rows, because
 * they are older; it reads only their dates. Records with the same date are in row order, as with an ordinary sort.
 */
export const newestFirst = (query: Query): ReadPage | undefined => {
  const date = unindexedDate(query)
  if (date === undefined) return undefined
  const table = name(query.collection.name)
  // LIMIT -1 limits nothing, but prevents SQLite from flattening the subquery and choosing another order.
  const rows = sql`SELECT _rowid_ AS ${rowidColumn}, ${name(date)} FROM ${table} ORDER BY _rowid_ DESC LIMIT -1`
  return (columns, limit, offset) => {
    const page = sql`SELECT ${rowidColumn} FROM (${rows}) ORDER BY ${name(date)} DESC, ${rowidColumn} LIMIT ${limit} OFFSET ${offset}`
    return sql`SELECT ${columns} FROM (${page}) CROSS JOIN ${table} ON ${table}._rowid_ = ${rowidColumn}`
  }
}
