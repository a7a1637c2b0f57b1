import { fieldTypes } from '@coffer/fields'
import { adminColumns, readAdmin } from '../../auth/admins.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { describeTable } from '../../query/compile/compileTableQuery.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { adminValue, callAround } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'

export const adminsTable = describeTable('_admins', [{ name: 'email', type: 'text', options: fieldTypes.text.options.parse({}) }])

/** Lists the admins in pages. */
export const listAdmins: Endpoint = {
  method: 'GET',
  path: '/admins',
  operation: { id: 'listAdmins', summary: 'List admins', query: listParameters, returns: 'AdminPage' },
  guard: adminOnly,
  steps: inReader(async call => {
    const admins: Admin[] = []
    const page = await listTable(call.app.db, call.request, adminsTable, adminColumns, row => {
      const admin = readAdmin(row)
      admins.push(admin)
      return adminJson(admin)
    })
    return callAround(call, ['onAdminsListRequest'], jsonReply(page), () => ({
      values: { admins: { kind: 'list', items: admins.map(adminValue) } },
      answer: { is: 'page', of: 'admins' },
    }))
  }),
}
