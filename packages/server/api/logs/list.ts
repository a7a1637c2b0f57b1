import { logColumns, logJson, logTable } from '../../logs/logTable.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'

/** The stored log entries, page by page. */
export const listLogs: Endpoint = {
  method: 'GET',
  path: '/logs',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => ({ json: await listTable(app.logs, request, logTable, logColumns, logJson) }),
}
