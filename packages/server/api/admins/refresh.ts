import { adminJson } from '../../auth/admins.ts'
import { adminToken } from '../../auth/tokens.ts'
import { unauthorized } from '../../errors/ApiError.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Gives a signed-in administrator a new token. */
export const refreshAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-refresh',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, requester }) => {
    if (requester.kind !== 'admin') throw unauthorized()
    const token = adminToken(await app.settings(), 'adminAuthToken', requester.admin)
    return { json: { admin: adminJson(requester.admin), token } }
  },
}
