import type { Reader } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { logTable } from '../../logs/logTable.ts'
import type { CompiledQuery } from '../../query/compileQuery.ts'
import { compileTableQuery } from '../../query/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../paging.ts'

const compile = (filter: string | undefined): CompiledQuery => {
  try {
    return compileTableQuery(logTable, { filter, sort: undefined })
  } catch (error) {
    throw badRequest('Invalid filter format.', {}, error)
  }
}

/** The same expression as the index of the stored log has, so that SQLite reads the index alone. */
const hour = sql`strftime('%Y-%m-%d %H:00:00', _logs.created)`

const countByHour = async (logs: Reader, { matching }: CompiledQuery) => {
  const rows = await logs.rows(sql`SELECT COUNT(*), ${hour} ${matching} GROUP BY ${hour} ORDER BY ${hour}`)
  return rows.map(([total, date]) => ({ total, date: `${date}.000Z` }))
}

/** How many entries there are of each hour that has any. */
export const logStats: Endpoint = {
  method: 'GET',
  path: '/logs/stats',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const query = compile(parameter(request, 'filter'))
    try {
      return { json: await countByHour(app.logs, query) }
    } catch (error) {
      throw badRequest('Failed to generate logs stats.', {}, error)
    }
  },
}
