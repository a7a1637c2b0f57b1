import { adminJson } from '../../auth/admins.ts'
import { adminTokenParameters } from '../../auth/tokens.ts'
import { unauthorized } from '../../errors/ApiError.ts'
import { noStore } from '../../messages/noStore.ts'
import { renewalOf } from '../../messages/Renewal.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Issues a new token to a signed-in admin. */
export const refreshAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-refresh',
  runs: 'reads',
  keeps: 'renewal',
  guard: adminOnly,
  handle: async ({ app, requester }) => {
    if (requester.kind !== 'admin') throw unauthorized()
    const renewal = renewalOf(adminTokenParameters(await app.settings(), 'adminAuthToken', requester.admin))
    return { headers: noStore, json: { admin: adminJson(requester.admin), token: renewal.token }, renewal }
  },
}
