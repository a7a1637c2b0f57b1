import type { Endpoint } from '../contract.ts'
import { authRecordOfCollectionOnly, requiresAuthRecord } from '../guards.ts'
import { createAuthResponse } from './createAuthResponse.ts'

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
  runs: 'reads',
  caches: 'tokenRefresh',
  guard: authRecordOfCollectionOnly,
  handle: async call => {
    const { requester } = call
    if (requester.kind !== 'authRecord') throw requiresAuthRecord()
    return createAuthResponse(call, requester.collection, requester.record)
  },
}
