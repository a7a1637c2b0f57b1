import type { Reader } from '../../db/engine.ts'
import { isLogCounted } from '../../db/layout/countLog.ts'
import { sql } from '../../db/sql.ts'
import { isHourly } from '../../logs/isHourly.ts'
import { hourTable, logColumns, logJson, logTable } from '../../logs/logTable.ts'
import { compileTableQuery } from '../../query/compileTableQuery.ts'
import { readFilter } from '../../query/readFilter.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'

/** How many entries a filter finds, where the counts that are kept of them can answer. */
const countByHours = async (logs: Reader, filter: string | undefined): Promise<number | undefined> => {
  if ((filter !== undefined && !isHourly(readFilter(filter))) || !(await isLogCounted(logs))) return undefined
  const { matching } = compileTableQuery(hourTable, { filter, sort: undefined })
  const row = await logs.row(sql`SELECT COALESCE(SUM(total), 0) ${matching}`)
  return Number(row?.[0])
}

/** The stored log entries, page by page. */
export const listLogs: Endpoint = {
  method: 'GET',
  path: '/logs',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => ({
    json: await listTable(app.logs, request, logTable, logColumns, logJson, filter => countByHours(app.logs, filter)),
  }),
}
