import { sql } from '../../db/sql.ts'
import type { LogReader } from '../../logs/LogReader.ts'
import { logColumns, logJson, logTable } from '../../logs/logTable.ts'
import { matchHours } from '../../logs/matchHours.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'

/** Returns the number of matching entries if the stored hourly counts are sufficient. */
const countByHours = async (logs: LogReader, filter: string | undefined): Promise<number | undefined> => {
  const hours = matchHours(filter, await logs.isCounted())
  if (!hours) return undefined
  const row = await logs.row(sql`SELECT COALESCE(SUM(total), 0) ${hours}`)
  return Number(row?.[0])
}

/** Lists the stored log entries in pages. */
export const listLogs: Endpoint = {
  method: 'GET',
  path: '/logs',
  operation: { id: 'listLogs', summary: 'List log entries', query: listParameters, returns: 'LogPage' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) =>
    jsonReply(await listTable(app.logs, request, logTable, logColumns, logJson, filter => countByHours(app.logs, filter))),
}
