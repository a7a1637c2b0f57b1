import { isFinalToken } from '../../auth/tokens.ts'
import { tokenIn } from '../../crypto/jwt.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Endpoint } from '../contract.ts'
import { authRecordOfCollectionOnly, requiresAuthRecord } from '../guards.ts'
import { callHooks, hasHook } from '../records/hooks.ts'
import { inReader } from '../Steps.ts'
import { authEvents, callAround } from '../scriptEvents.ts'
import { createAuthResponse } from './createAuthResponse.ts'

/** Returns the token of a request if it cannot be refreshed. */
function findFinalToken({ headers }: ApiRequest): string | undefined {
  const token = tokenIn(headers.authorization ?? '')
  return isFinalToken(token) ? token : undefined
}

/** Issues a new token to a signed-in auth record. The old token stays valid. */
export const refreshAuthRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-refresh',
  operation: {
    id: 'refresh{}Auth',
    summary: 'Get a new token for the signed-in record',
    of: 'auth',
    query: ['expand', 'fields'],
    returns: '{}Auth',
  },
  guard: authRecordOfCollectionOnly,
  steps: inReader(async call => {
    const { requester } = call
    if (requester.kind !== 'authRecord') throw requiresAuthRecord(requester)
    const { collection, record } = requester
    if (hasHook(call, collection, 'signIn')) return callHooks(call, collection, 'signIn', { record, method: 'refresh' })
    const reply = await createAuthResponse(call, collection, record, { keptToken: findFinalToken(call.request) })
    const events = ['onRecordBeforeAuthRefreshRequest', 'onRecordAfterAuthRefreshRequest', 'onRecordAuthRequest']
    return callAround(call, events, reply, () => authEvents(collection, record, reply))
  }),
}
