import { fieldTypes } from '@coffer/fields'
import { adminColumns, adminJson, readAdmin } from '../../auth/admins.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { describeTable } from '../../query/compile/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'

const adminsTable = describeTable('_admins', [{ name: 'email', type: 'text', options: fieldTypes.text.options.parse({}) }])

/** Lists the admins in pages. */
export const listAdmins: Endpoint = {
  method: 'GET',
  path: '/admins',
  operation: { id: 'listAdmins', summary: 'List admins', query: listParameters, returns: 'AdminPage' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) =>
    jsonReply(await listTable(app.db, request, adminsTable, adminColumns, row => adminJson(readAdmin(row)))),
}
