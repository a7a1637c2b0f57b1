import { adminJson, findAdmin } from '../../auth/admins.ts'
import { notFound } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

export const viewAdmin: Endpoint = {
  method: 'GET',
  path: '/admins/:id',
  operation: { id: 'viewAdmin', summary: 'View an admin', returns: 'Admin' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const admin = await findAdmin(app.db, request.params.id ?? '')
    if (!admin) throw notFound()
    return jsonReply(adminJson(admin))
  },
}
