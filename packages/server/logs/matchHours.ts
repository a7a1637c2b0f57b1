import type { Sql } from '../db/sql.ts'
import { compileTableQuery } from '../query/compile/compileTableQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { isHourly } from './isHourly.ts'
import { hourTable } from './logTable.ts'

/**
 * Returns the FROM and WHERE clauses for the hourly counts that match a filter, or undefined if only the entries can answer it.
 * @throws FilterError when the filter is invalid
 */
export const matchHours = (filter: string | undefined, isCounted: boolean): Sql | undefined =>
  isCounted && (filter === undefined || isHourly(readFilter(filter)))
    ? compileTableQuery(hourTable, { filter, sort: undefined }).matching
    : undefined
