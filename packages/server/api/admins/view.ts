import { findAdmin } from '../../auth/admins.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader, type Outcome } from '../Steps.ts'
import { adminValue, callAround } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'

/**
 * Returns the admin of a request, with the hooks of scripts after it. They change only responses of 0.22, whose format they see.
 * @param show returns the JSON of an admin
 */
export async function viewRequestedAdmin({ app, request }: Call, show: (admin: Admin) => unknown): Promise<Outcome<never>> {
  const admin = await findAdmin(app.db, request.params.id ?? '')
  if (!admin) throw new Rejection('missing')
  return callAround({ request }, ['onAdminViewRequest'], jsonReply(show(admin)), () => ({
    values: { admin: adminValue(admin) },
    ...(request.dialect !== 'today' && { answer: { is: 'value', of: 'admin' } }),
  }))
}

export const viewAdmin: Endpoint = {
  method: 'GET',
  path: '/admins/:id',
  operation: { id: 'viewAdmin', summary: 'View an admin', returns: 'Admin' },
  guard: adminOnly,
  steps: inReader(call => viewRequestedAdmin(call, adminJson)),
}
