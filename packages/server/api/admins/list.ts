import { fieldTypes } from '@coffer/fields'
import { adminColumns, readAdmin } from '../../auth/admins.ts'
import type { Row } from '../../db/engine.ts'
import type { Sql } from '../../db/sql.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { describeTable, type TableDescription } from '../../query/compile/compileTableQuery.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'
import { inReader, type Outcome } from '../Steps.ts'
import { adminValue, callAround } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'

const adminsTable = describeTable('_admins', [{ name: 'email', type: 'text', options: fieldTypes.text.options.parse({}) }])

interface AdminRows {
  /** The columns that filters and sorts can read. */
  table: TableDescription
  /** See `Query.source`. */
  source?: Sql
}

/**
 * Returns the requested page of admins, with the hooks of scripts after it. They change only responses of 0.22, whose format they see.
 * @param show returns the JSON of an admin
 */
export async function listRequestedAdmins(
  { app, request }: Call,
  show: (admin: Admin) => unknown,
  { table, ...more }: AdminRows = { table: adminsTable },
): Promise<Outcome<never>> {
  const admins: Admin[] = []
  const toJson = (row: Row) => {
    const admin = readAdmin(row)
    admins.push(admin)
    return show(admin)
  }
  const page = await listTable(app.db, request, table, adminColumns, toJson, more)
  return callAround({ request }, ['onAdminsListRequest'], jsonReply(page), () => ({
    values: { admins: { kind: 'list', items: admins.map(adminValue) } },
    ...(request.dialect !== 'today' && { answer: { is: 'page', of: 'admins' } }),
  }))
}

/** Lists the admins in pages. */
export const listAdmins: Endpoint = {
  method: 'GET',
  path: '/admins',
  operation: { id: 'listAdmins', summary: 'List admins', query: listParameters, returns: 'AdminPage' },
  guard: adminOnly,
  steps: inReader(call => listRequestedAdmins(call, adminJson)),
}
