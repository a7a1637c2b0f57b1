import type { Reader } from '../../db/engine.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { logTable } from '../../logs/logTable.ts'
import { matchHours } from '../../logs/matchHours.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { compileTableQuery } from '../../query/compile/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'

/** Selects the total per hour. Entries are read only if the stored hourly counts are not sufficient. */
const selectHours = (filter: string | undefined, isCounted: boolean): Sql => {
  const hours = matchHours(filter, isCounted)
  if (hours) return sql`SELECT SUM(total), created ${hours} GROUP BY created ORDER BY created`
  const { matching } = compileTableQuery(logTable, { filter, sort: undefined })
  return sql`SELECT COUNT(*), ${dialect.hour(sql`_logs.created`)} ${matching} GROUP BY 2 ORDER BY 2`
}

const compile = (filter: string | undefined, isCounted: boolean): Sql => {
  try {
    return selectHours(filter, isCounted)
  } catch (error) {
    throw badRequest('Invalid filter format.', {}, error)
  }
}

const countByHour = async (logs: Reader, query: Sql) => {
  const rows = await logs.rows(query)
  return rows.map(([total, date]) => ({ total, date }))
}

/** Returns the number of entries for each hour that has any. */
export const logStats: Endpoint = {
  method: 'GET',
  path: '/logs/stats',
  operation: { id: 'logStats', summary: 'Count log entries by hour', query: ['filter'], returns: 'LogStats' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const query = compile(parameter(request, 'filter'), await app.logs.isCounted())
    try {
      return jsonReply(await countByHour(app.logs, query))
    } catch (error) {
      throw badRequest('Failed to generate logs stats.', {}, error)
    }
  },
}
