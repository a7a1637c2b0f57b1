import type { Field } from '@coffer/fields'
import { adminsOnly, type BaseCollection, type FilterNode, type Operand, parseSort, type SortItem } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { QueryError } from '../operands/QueryError.ts'
import { noRequest } from '../operands/RequestValues.ts'
import { type CompiledQuery, compileQuery } from './compileQuery.ts'
import { readFilter } from './readFilter.ts'

/** A system table with the columns that filters can read, beside `id`, `created` and `updated`. */
export type TableDescription = BaseCollection

/** Describes a system table for filters and sorts. */
export const describeTable = (table: string, columns: readonly Pick<Field, 'name' | 'type' | 'options'>[]): TableDescription => ({
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
})

const emptyCatalog: Catalog = { version: 0, all: [], byId: () => undefined, find: () => undefined, sizeOf: () => 0 }

const operandsOf = (node: FilterNode): Operand[] =>
  node.kind === 'comparison' ? [node.left, node.right] : node.parts.flatMap(operandsOf)

/**
 * Whether a query asks for the last rows of a table within a range of dates. Log rows are nearly in the order of their dates, so a
 * scan from the end finds them soon. With an index on the dates, SQLite would read and sort all rows of the range.
 */
const isNewestOfDates = (condition: FilterNode | undefined, [first]: readonly SortItem[]): boolean =>
  first?.kind === 'field' &&
  first.name === 'rowid' &&
  condition !== undefined &&
  operandsOf(condition).some(operand => operand.kind === 'identifier' && operand.name === 'created')

/** Asserts that a filter does not read `@request.*`, which has no values for system tables. */
const assertNoRequest = (filter: FilterNode): void => {
  const operand = operandsOf(filter).find(operand => operand.kind === 'identifier' && operand.name.startsWith('@request.'))
  if (operand) throw new QueryError('The filter of this list cannot use @request.', operand.span)
}

/**
 * Compiles the filter and sort of a system table to SQL.
 * @throws FilterError for syntax errors, QueryError for unknown columns
 */
export const compileTableQuery = (
  table: TableDescription,
  { filter, sort }: { filter: string | undefined; sort: string | undefined },
): CompiledQuery => {
  const condition = filter === undefined ? undefined : readFilter(filter)
  if (condition) assertNoRequest(condition)
  const items = sort === undefined ? [] : parseSort(sort)
  return compileQuery({
    collection: table,
    catalog: emptyCatalog,
    request: noRequest,
    conditions: condition ? [{ filter: condition, allowHidden: true }] : [],
    sort: { items, allowHidden: true },
    readsInRowOrder: isNewestOfDates(condition, items),
  })
}
