import { fieldType } from '@coffer/fields'
import type { Collection, SortItem } from '@coffer/schema'
import type { Dialect, ReadPage, SortKey } from '../../db/Dialect.ts'
import { name, type Sql } from '../../db/sql.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import type { Query } from './Query.ts'

/** The statements that read a page faster than the plain one does. */
export interface PageReaders {
  readPage?: ReadPage | undefined
  /** Each row of its pages ends with the number of all matching records. */
  readCountedPage?: ReadPage | undefined
}

/** Records up to which a sort may hold the keys of all matching ones in memory, to count them while they are sorted. */
const maxCountedRecords = 200_000

/** Returns the date column, if a query for a whole table sorts by it in descending order and no index helps. */
function unindexedDate({ collection, conditions, sort }: Query): string | undefined {
  const [item, ...more] = sort?.items ?? []
  if (conditions.length > 0 || item?.kind !== 'field' || !item.descending || more.length > 0) return undefined
  return ['created', 'updated'].includes(item.name) && !isIndexed(collection, item.name) ? item.name : undefined
}

/** Whether an index has the records in the order of the sort, so that reading a page ends early. */
function isSortedByIndex(collection: Collection, [first]: readonly SortItem[]): boolean {
  return first?.kind === 'field' && isIndexed(collection, first.name)
}

const shortColumns = ['id', 'created', 'updated']

/** Whether a sort key has a bounded length, so that the keys of many records take little memory. A text can have megabytes. */
function isShortKey({ schema }: Collection, item: SortItem): boolean {
  if (item.kind === 'random' || shortColumns.includes(item.name)) return true
  const field = schema.find(({ name }) => name === item.name)
  if (!field) return false
  const { comparesAsNumber, holdsBoolean, holdsDate, choices } = fieldType(field)
  return comparesAsNumber === true || holdsBoolean === true || holdsDate === true || choices !== undefined
}

/**
 * Returns faster statements for the pages of a query.
 * @param matching `FROM …` with the joins of the conditions and the sort, and `WHERE …`
 */
export function pageReaders(dialect: Dialect, query: Query, matching: Sql, keys: readonly SortKey[]): PageReaders {
  const { collection, ids, past, conditions, sort, catalog } = query
  const { type, system } = collection
  const items = sort?.items ?? []
  if (type === 'view' || system || ids || past || items.length === 0) return {}
  const table = name(collection.name)
  const date = unindexedDate(query)
  if (date !== undefined) return { readPage: dialect.newestFirst(table, name(date)) }
  if (isSortedByIndex(collection, items)) return {}
  const holdsKeys = catalog.sizeOf(collection) <= maxCountedRecords && items.every(item => isShortKey(collection, item))
  const countsWhileSorting = conditions.length > 0 && holdsKeys
  return {
    readPage: dialect.sortedRows(table, matching, keys, false),
    readCountedPage: countsWhileSorting ? dialect.sortedRows(table, matching, keys, true) : undefined,
  }
}
