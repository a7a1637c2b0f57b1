import { fieldType } from '@coffer/fields'
import type { Collection, SortItem } from '@coffer/schema'
import type { Dialect, ReadPage, SortKey } from '../../db/Dialect.ts'
import { name, type Sql } from '../../db/sql.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import type { Query } from './Query.ts'

/** The statements that read a page faster than the plain one does, or with less memory. */
export interface PageReaders {
  readPage?: ReadPage | undefined
  /** Each row of its pages ends with the number of all matching records. */
  readCountedPage?: ReadPage | undefined
  /** Number of matching records up to which `readCountedPage` can be used. It returns a greater number if there are more. */
  maxCountedRows?: number | undefined
  /** Maximum number of records whose keys a sort may hold. Undefined if the database moves large sorts to the disk. */
  maxHeldRows?: number | undefined
}

/**
 * Maximum number of sort keys that a statement may hold in memory: if each has 16 bytes, they take 64 MB, as the longest page does.
 * Most keys are shorter. The length of texts is not known before.
 */
const maxHeldKeys = 4_000_000

/** Records up to which the statement that counts while it sorts is the fastest. It holds their keys twice to read the last page. */
const maxCountedRecords = 200_000

/**
 * Number of records up to which an index that leads the sort is expected to end the read of a page early, so that it is faster to look up
 * the related records of each record than to search all of them first.
 */
const maxRecordsInOrder = 1_000

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

/** `FROM …` with the joins of the conditions and the sort, and `WHERE …`. */
interface MatchingRows {
  /** The fastest way to find all matching rows. */
  all: Sql
  /** A way that can end early if the rows are read in the order of the sort. */
  inOrder: Sql
}

/**
 * Returns better statements for the pages of a query. All sort row numbers, also if an index leads the sort: SQLite sorts the records with
 * equal keys, or all records if another index is faster, and would hold them before it returns the first one.
 * @param keys the compiled sort keys
 * @param last the last terms of `ORDER BY`
 */
export function pageReaders(
  dialect: Dialect,
  query: Query,
  { all, inOrder }: MatchingRows,
  keys: readonly SortKey[],
  last: readonly Sql[],
): PageReaders {
  const { collection, ids, past, conditions, sort, catalog } = query
  const { type, system } = collection
  const items = sort?.items ?? []
  if (type === 'view' || system || ids || past || items.length === 0) return {}
  const table = name(collection.name)
  const date = unindexedDate(query)
  const sorted = dialect.sortedRows?.(table, all, keys, last)
  const maxHeldRows = sorted && Math.floor(maxHeldKeys / keys.length)
  if (date !== undefined) return { readPage: dialect.newestFirst(table, name(date)), maxHeldRows }
  if (!sorted || maxHeldRows === undefined) return {}
  if (isSortedByIndex(collection, items)) {
    const sortedEarly = dialect.sortedRows?.(table, inOrder, keys, last) ?? sorted
    const readPage: ReadPage = (columns, limit, offset) =>
      (limit + offset > maxRecordsInOrder ? sorted : sortedEarly)(columns, limit, offset)
    return { readPage, maxHeldRows }
  }
  const maxCountedRows = Math.min(maxCountedRecords, Math.floor(maxHeldRows / 2))
  const holdsShortKeys = catalog.sizeOf(collection) <= maxCountedRows && items.every(item => isShortKey(collection, item))
  if (conditions.length === 0 || !holdsShortKeys) return { readPage: sorted, maxHeldRows }
  const readCountedPage = dialect.countedRows?.(table, all, keys, maxCountedRows)
  return { readPage: sorted, maxHeldRows, readCountedPage, maxCountedRows }
}
