import type { Endpoint } from '../contract.ts'
import { accountOfCollectionOnly, requiresAccount } from '../guards.ts'
import { letIn } from './letIn.ts'

/** Gives a signed-in account a new token; the one it has stays valid. */
export const refreshAccount: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-refresh',
  runs: 'reads',
  keeps: 'renewal',
  guard: accountOfCollectionOnly,
  handle: async call => {
    const { requester } = call
    if (requester.kind !== 'authRecord') throw requiresAccount()
    return letIn(call, requester.collection, requester.record)
  },
}
