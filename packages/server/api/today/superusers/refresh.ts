import { isFinalToken } from '../../../auth/tokens.ts'
import { tokenIn } from '../../../crypto/jwt.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { noStore } from '../../../messages/headers.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly, requiresAdmin } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { callAfterAuth } from './callAfterAuth.ts'
import { superuserAuth, superuserJson } from './superuserJson.ts'

/** Issues a new token to a signed-in admin. A token that cannot be refreshed is returned as it is. */
export const refreshSuperuser: Endpoint = {
  method: 'POST',
  path: '/collections/_superusers/auth-refresh',
  dialect: 'today',
  operation: {
    id: 'refreshSuperuserAuth',
    summary: 'Get a new token for the signed-in superuser',
    returns: 'TodaySuperuserAuth',
  },
  guard: adminOnly,
  steps: inReader(async call => {
    const { app, request, requester } = call
    if (requester.kind !== 'admin') throw requiresAdmin(requester)
    const token = tokenIn(request.headers.authorization ?? '')
    const { admin } = requester
    const isFinal = isFinalToken(token)
    const reply = isFinal ? jsonReply({ record: superuserJson(admin), token }, { headers: noStore }) : superuserAuth(app, admin)
    return callAfterAuth(call, 'AuthRefresh', admin, reply)
  }),
}
