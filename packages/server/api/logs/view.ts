import { sql } from '../../db/sql.ts'
import { notFound } from '../../errors/ApiError.ts'
import { logColumns, logJson } from '../../logs/logTable.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Returns one stored log entry. */
export const viewLog: Endpoint = {
  method: 'GET',
  path: '/logs/:id',
  operation: { id: 'viewLog', summary: 'View a log entry', returns: 'Log' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const row = await app.logs.row(sql`SELECT ${logColumns} FROM _logs WHERE id = ${request.params.id ?? ''}`)
    if (!row) throw notFound()
    return jsonReply(logJson(row))
  },
}
