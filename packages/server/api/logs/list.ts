import type { Row } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import type { LogReader } from '../../logs/LogStore.ts'
import { logColumns, logTable } from '../../logs/logTable.ts'
import { matchHours } from '../../logs/matchHours.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { logJson } from '../v022/write/logJson.ts'

/** Returns the number of matching entries if the stored hourly counts are sufficient. */
async function countByHours(logs: LogReader, filter: string | undefined): Promise<number | undefined> {
  const hours = matchHours(logs.dialect, filter, await logs.isCounted())
  if (!hours) return undefined
  const row = await logs.row(sql`SELECT COALESCE(SUM(total), 0) ${hours}`)
  return Number(row?.[0])
}

/** Returns the requested page of log entries. */
export function pageOfLogs(logs: LogReader, request: ApiRequest, toJson: (row: Row) => unknown) {
  return listTable(logs, request, logTable, logColumns, toJson, { count: filter => countByHours(logs, filter) })
}

/** Lists the stored log entries in pages. */
export const listLogs: Endpoint = {
  method: 'GET',
  path: '/logs',
  operation: { id: 'listLogs', summary: 'List log entries', query: listParameters, returns: 'LogPage' },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => jsonReply(await pageOfLogs(app.logs, request, logJson))),
}
