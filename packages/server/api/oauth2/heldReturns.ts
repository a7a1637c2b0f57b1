import type { Endpoint } from '../contract.ts'
import type { Operation } from '../operation.ts'

const endpointFor = (action: 'view' | 'confirm' | 'cancel', method: Endpoint['method'], operation: Operation): Endpoint => ({
  method,
  path: '/oauth2-returns/:ticket',
  operation,
  runs: 'reads',
  handle: async ({ request }) => ({ kind: 'heldReturn', ticket: request.params.ticket ?? '', action }),
})

/** Returns the application that waits for a code the user must confirm, and the provider that issued the code. */
export const viewHeldReturn = endpointFor('view', 'GET', {
  id: 'viewHeldReturn',
  summary: 'View a sign-in that waits for the user',
  returns: 'HeldReturn',
})

/** Delivers the code. */
export const confirmHeldReturn = endpointFor('confirm', 'POST', {
  id: 'confirmHeldReturn',
  summary: 'Confirm a sign-in that waits for the user',
  returns: 'nothing',
})

/** Discards the code and tells the application that the user canceled. */
export const cancelHeldReturn = endpointFor('cancel', 'DELETE', {
  id: 'cancelHeldReturn',
  summary: 'Cancel a sign-in that waits for the user',
  returns: 'nothing',
})
