import { adminJson } from '../../auth/admins.ts'
import { adminTokenParameters } from '../../auth/tokens.ts'
import { unauthorized } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { refreshToken } from '../../messages/RefreshedToken.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Issues a new token to a signed-in admin. */
export const refreshAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-refresh',
  operation: { id: 'refreshAdminAuth', summary: 'Get a new token for the signed-in admin', returns: 'AdminAuth' },
  runs: 'reads',
  caches: 'tokenRefresh',
  guard: adminOnly,
  handle: async ({ app, requester }) => {
    if (requester.kind !== 'admin') throw unauthorized()
    const refreshedToken = refreshToken(adminTokenParameters(await app.settings(), 'adminAuthToken', requester.admin))
    const json = { admin: adminJson(requester.admin), token: refreshedToken.token }
    return jsonReply(json, { headers: noStore, refreshedToken })
  },
}
