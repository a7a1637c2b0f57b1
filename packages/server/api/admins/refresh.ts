import { adminToken, isFinalToken } from '../../auth/tokens.ts'
import { tokenIn } from '../../crypto/jwt.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { adminAuthEvents, callAround } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'

/** Issues a new token to a signed-in admin. */
export const refreshAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-refresh',
  operation: { id: 'refreshAdminAuth', summary: 'Get a new token for the signed-in admin', returns: 'AdminAuth' },
  guard: adminOnly,
  steps: inReader(async call => {
    const { app, request, requester } = call
    if (requester.kind !== 'admin') throw new Rejection('unauthenticated')
    const sent = tokenIn(request.headers.authorization ?? '')
    const token = isFinalToken(sent) ? sent : adminToken(app.settings, 'adminAuthToken', requester.admin)
    const reply = jsonReply({ admin: adminJson(requester.admin), token }, { headers: noStore })
    const events = ['onAdminBeforeAuthRefreshRequest', 'onAdminAfterAuthRefreshRequest', 'onAdminAuthRequest']
    return callAround(call, events, reply, () => adminAuthEvents(requester.admin, token))
  }),
}
