import { type FilterNode, leavesOf, type Operand } from '@coffer/schema'
import type { Dialect } from '../db/Dialect.ts'
import type { Sql } from '../db/sql.ts'
import { compileTableQuery } from '../query/compile/compileTableQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { hourTable } from './logTable.ts'

/** The fields by which the hourly counts are grouped. */
const countedFields = ['level', 'data.auth']
const wholeHour = /^\d{4}-\d\d-\d\d \d\d:00:00\.000Z$/

const isCounted = (operand: Operand): boolean =>
  leavesOf(operand).every(leaf => leaf.kind !== 'identifier' || countedFields.includes(leaf.name))

/** Whether the hourly counts can answer a filter. It must match all entries with the same hour, level and requester, or none. */
export function isHourly(filter: FilterNode): boolean {
  if (filter.kind !== 'comparison') return filter.parts.every(isHourly)
  const { left, operator, right } = filter
  const isBound = operator === '>=' || operator === '<'
  if (left.kind === 'identifier' && left.name === 'created')
    return isBound && right.kind === 'text' && wholeHour.test(right.value)
  return isCounted(left) && isCounted(right)
}

/**
 * Returns the FROM and WHERE clauses for the hourly counts that match a filter, or undefined if only the entries can answer it.
 * @throws FilterError when the filter is invalid
 */
export function matchHours(dialect: Dialect, filter: string | undefined, isCounted: boolean): Sql | undefined {
  return isCounted && (filter === undefined || isHourly(readFilter(filter)))
    ? compileTableQuery(dialect, hourTable, { filter, sort: undefined }).matching
    : undefined
}
