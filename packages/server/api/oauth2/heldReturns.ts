import type { PendingReply } from '../../messages/ApiReply.ts'
import type { Call, Endpoint } from '../contract.ts'

const path = '/oauth2-returns/:ticket'

const decide =
  (action: 'view' | 'confirm' | 'cancel') =>
  async ({ request }: Call): Promise<PendingReply> => ({ kind: 'heldReturn', ticket: request.params.ticket ?? '', action })

/** Returns the application that waits for a code the user must confirm, and the provider that issued the code. */
export const viewHeldReturn: Endpoint = {
  method: 'GET',
  path,
  operation: { id: 'viewHeldReturn', summary: 'View a sign-in that waits for the user', returns: 'HeldReturn' },
  runs: 'reads',
  handle: decide('view'),
}

/** Delivers the code. */
export const confirmHeldReturn: Endpoint = {
  method: 'POST',
  path,
  operation: { id: 'confirmHeldReturn', summary: 'Confirm a sign-in that waits for the user', returns: 'nothing' },
  runs: 'reads',
  handle: decide('confirm'),
}

/** Discards the code and tells the application that the user canceled. */
export const cancelHeldReturn: Endpoint = {
  method: 'DELETE',
  path,
  operation: { id: 'cancelHeldReturn', summary: 'Cancel a sign-in that waits for the user', returns: 'nothing' },
  runs: 'reads',
  handle: decide('cancel'),
}
