import type { Dialect } from '../../db/Dialect.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { LogReader } from '../../logs/LogStore.ts'
import { logTable } from '../../logs/logTable.ts'
import { matchHours } from '../../logs/matchHours.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { compileTableQuery } from '../../query/compile/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'
import { inReader } from '../Steps.ts'

/** Selects the total per hour. Entries are read only if the stored hourly counts are not sufficient. */
function selectHours(dialect: Dialect, filter: string | undefined, isCounted: boolean): Sql {
  const hours = matchHours(dialect, filter, isCounted)
  if (hours) return sql`SELECT SUM(total), created ${hours} GROUP BY created ORDER BY created`
  const { matching } = compileTableQuery(dialect, logTable, { filter, sort: undefined })
  return sql`SELECT COUNT(*), ${dialect.hour(sql`${name('_logs')}.created`)} ${matching} GROUP BY 2 ORDER BY 2`
}

function compile(dialect: Dialect, filter: string | undefined, isCounted: boolean): Sql {
  try {
    return selectHours(dialect, filter, isCounted)
  } catch (error) {
    throw new Rejection('invalid', { code: 'logFilterInvalid', cause: error })
  }
}

/**
 * Counts the log entries that match a filter by hour.
 * @throws Rejection `logFilterInvalid` for an invalid filter
 */
export async function countByHour(logs: LogReader, filter: string | undefined) {
  const query = compile(logs.dialect, filter, await logs.isCounted())
  try {
    const rows = await logs.rows(query)
    return rows.map(([total, date]) => ({ total, date }))
  } catch (error) {
    throw new Rejection('invalid', { code: 'logStatsNotCreated', cause: error })
  }
}

/** Returns the number of entries for each hour that has any. */
export const logStats: Endpoint = {
  method: 'GET',
  path: '/logs/stats',
  operation: { id: 'logStats', summary: 'Count log entries by hour', query: ['filter'], returns: 'LogStats' },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => jsonReply(await countByHour(app.logs, parameter(request, 'filter')))),
}
