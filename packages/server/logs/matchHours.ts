import type { Sql } from '../db/sql.ts'
import { compileTableQuery } from '../query/compile/compileTableQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { isHourly } from './isHourly.ts'
import { hourTable } from './logTable.ts'

/**
 * Where the counts stand of the entries that a filter finds: FROM and what follows. Undefined where only the entries can tell.
 * @throws FilterError when the filter cannot be read
 */
export const matchHours = (filter: string | undefined, isCounted: boolean): Sql | undefined =>
  isCounted && (filter === undefined || isHourly(readFilter(filter)))
    ? compileTableQuery(hourTable, { filter, sort: undefined }).matching
    : undefined
