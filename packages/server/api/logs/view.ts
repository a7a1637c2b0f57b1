import type { Reader, Row } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { logColumns } from '../../logs/logTable.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { logJson } from '../v022/write/logJson.ts'

/** @throws Rejection `missing` if there is no such entry */
export async function findLog(logs: Reader, id: string): Promise<Row> {
  const row = await logs.row(sql`SELECT ${logColumns} FROM ${name('_logs')} WHERE id = ${id}`)
  if (!row) throw new Rejection('missing')
  return row
}

/** Returns one stored log entry. */
export const viewLog: Endpoint = {
  method: 'GET',
  path: '/logs/:id',
  operation: { id: 'viewLog', summary: 'View a log entry', returns: 'Log' },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => jsonReply(logJson(await findLog(app.logs, request.params.id ?? '')))),
}
