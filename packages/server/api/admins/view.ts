import { findAdmin } from '../../auth/admins.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { adminValue, callAround } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'

export const viewAdmin: Endpoint = {
  method: 'GET',
  path: '/admins/:id',
  operation: { id: 'viewAdmin', summary: 'View an admin', returns: 'Admin' },
  guard: adminOnly,
  steps: inReader(async call => {
    const admin = await findAdmin(call.app.db, call.request.params.id ?? '')
    if (!admin) throw new Rejection('missing')
    return callAround(call, ['onAdminViewRequest'], jsonReply(adminJson(admin)), () => ({
      values: { admin: adminValue(admin) },
      answer: { is: 'value', of: 'admin' },
    }))
  }),
}
