import type { ReadPage } from '../../db/Dialect.ts'
import { name } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import type { Query } from './Query.ts'

/** Returns the date column, if a query for a whole table sorts by it in descending order and no index helps. */
const unindexedDate = ({ collection, ids, conditions, sort }: Query): string | undefined => {
  const [item, ...more] = sort?.items ?? []
  const isWhole = collection.type !== 'view' && !collection.system && !ids && conditions.length === 0
  if (!isWhole || item?.kind !== 'field' || !item.descending || more.length > 0) return undefined
  return ['created', 'updated'].includes(item.name) && !isIndexed(collection, item.name) ? item.name : undefined
}

/** Returns a statement that reads the newest records of a whole table many times faster than sorting the table. */
export const newestFirst = (query: Query): ReadPage | undefined => {
  const date = unindexedDate(query)
  return date === undefined ? undefined : dialect.newestFirst(name(query.collection.name), name(date))
}
