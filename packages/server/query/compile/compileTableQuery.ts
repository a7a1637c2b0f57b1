import type { Field } from '@coffer/fields'
import { adminsOnly, type BaseCollection, type FilterNode, leavesOf, operandsOf, parseSort, type SortItem } from '@coffer/schema'
import { catalogOf } from '../../catalog/Catalog.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { QueryError } from '../operands/QueryError.ts'
import { noRequest } from '../operands/RequestValues.ts'
import { type CompiledQuery, compileQuery } from './compileQuery.ts'
import type { Query } from './Query.ts'
import { readFilter } from './readFilter.ts'

/** A system table with the columns that filters can read, beside `id`, `created` and `updated`. */
export type TableDescription = BaseCollection

/** Describes a system table for filters and sorts. */
export function describeTable(table: string, columns: readonly Pick<Field, 'name' | 'type' | 'options'>[]): TableDescription {
  return {
    id: table,
    created: '',
    updated: '',
    name: table,
    type: 'base',
    system: true,
    schema: columns.map(column => ({
      ...column,
      id: column.name,
      system: true,
      required: false,
      presentable: false,
      unique: false,
    })),
    indexes: [],
    ...adminsOnly,
    options: {},
  }
}

const emptyCatalog = catalogOf([], { version: 0, sizeOf: () => 0, ruleMeaning: 'v022' })

/**
 * Whether a query asks for the last rows of a table within a range of dates. Log rows are nearly in the order of their dates, so a
 * scan from the end finds them soon. With an index on the dates, SQLite would read and sort all rows of the range.
 */
const isNewestOfDates = (condition: FilterNode | undefined, [first]: readonly SortItem[]): boolean =>
  first?.kind === 'field' &&
  first.name === 'rowid' &&
  condition !== undefined &&
  operandsOf(condition)
    .flatMap(leavesOf)
    .some(leaf => leaf.kind === 'identifier' && leaf.name === 'created')

/** Asserts that a filter does not read `@request.*`, which has no values for system tables. */
function assertNoRequest(filter: FilterNode): void {
  const found = operandsOf(filter)
    .flatMap(leavesOf)
    .find(leaf => leaf.kind === 'identifier' && leaf.name.startsWith('@request.'))
  if (found) throw new QueryError('The filter of this list cannot use @request.', found.span)
}

interface TableQuery extends Pick<Query, 'source'> {
  filter: string | undefined
  sort: string | undefined
}

/**
 * Compiles the filter and sort of a system table to SQL.
 * @throws FilterError for syntax errors, QueryError for unknown columns
 */
export function compileTableQuery(
  dialect: Dialect,
  table: TableDescription,
  { filter, sort, ...more }: TableQuery,
): CompiledQuery {
  const condition = filter === undefined ? undefined : readFilter(filter)
  if (condition) assertNoRequest(condition)
  const items = sort === undefined ? [] : parseSort(sort)
  return compileQuery(dialect, {
    ...more,
    collection: table,
    catalog: emptyCatalog,
    request: noRequest,
    conditions: condition ? [{ filter: condition, allowHidden: true }] : [],
    sort: { items, allowHidden: true },
    readsInRowOrder: isNewestOfDates(condition, items),
  })
}
