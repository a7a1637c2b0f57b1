import type { HeldReturnOrder } from '../../messages/ApiReply.ts'
import type { Call, Endpoint } from '../contract.ts'

const path = '/oauth2-returns/:ticket'

const decide =
  (action: HeldReturnOrder['action']) =>
  async ({ request }: Call) => ({ heldReturn: { ticket: request.params.ticket ?? '', action } })

/** Says which application waits for a code that the user has to confirm, and from which provider the code comes. */
export const viewHeldReturn: Endpoint = { method: 'GET', path, runs: 'reads', handle: decide('view') }

/** Delivers the code. */
export const confirmHeldReturn: Endpoint = { method: 'POST', path, runs: 'reads', handle: decide('confirm') }

/** Discards the code and tells the application that the user canceled. */
export const cancelHeldReturn: Endpoint = { method: 'DELETE', path, runs: 'reads', handle: decide('cancel') }
