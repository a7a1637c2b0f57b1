import { adminJson } from '../../auth/admins.ts'
import { signToken } from '../../auth/jwt.ts'
import { adminTokenOrder } from '../../auth/tokens.ts'
import { unauthorized } from '../../errors/ApiError.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Gives a signed-in administrator a new token. */
export const refreshAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-refresh',
  runs: 'reads',
  keeps: 'renewal',
  guard: adminOnly,
  handle: async ({ app, requester }) => {
    if (requester.kind !== 'admin') throw unauthorized()
    const order = adminTokenOrder(await app.settings(), 'adminAuthToken', requester.admin)
    const token = signToken(order)
    return { json: { admin: adminJson(requester.admin), token }, renewal: { order, token } }
  },
}
