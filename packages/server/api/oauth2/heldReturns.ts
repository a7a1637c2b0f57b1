import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply, jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { clientIdLength } from '../../realtime/RealtimeClient.ts'
import type { MainCall } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { authorize, inReader } from '../Steps.ts'

const path = '/oauth2-returns/:ticket'

const ended = (): Rejection =>
  new Rejection('missing', { message: 'This sign-in was completed, canceled or has expired. Start it again in the app.' })

/** Returns the ticket of a request, the id of the client that waits for its code, and the operations of the stream of that client. */
function ticketOf({ streams, request }: MainCall) {
  const { ticket = '' } = request.params
  return { ticket, clientId: ticket.slice(0, clientIdLength), stream: streams.of(request) }
}

/** Returns the application that waits for a code the user must confirm, and the provider that issued the code. */
export const viewHeldReturn: Endpoint = {
  method: 'GET',
  path,
  operation: { id: 'viewHeldReturn', summary: 'View a sign-in that waits for the user', returns: 'HeldReturn' },
  steps: inReader(authorize).inMain(async call => {
    const { ticket, clientId, stream } = ticketOf(call)
    const held = await stream.heldReturn(clientId, ticket)
    if (!held) throw ended()
    const { appName, providers } = held.returned
    return jsonReply({ application: held.application, appName, providers }, { headers: noStore })
  }),
}

/** Delivers the code. */
export const confirmHeldReturn: Endpoint = {
  method: 'POST',
  path,
  operation: { id: 'confirmHeldReturn', summary: 'Confirm a sign-in that waits for the user', returns: 'nothing' },
  steps: inReader(authorize).inMain(async call => {
    const { ticket, clientId, stream } = ticketOf(call)
    if (!(await stream.confirmReturn(clientId, ticket))) throw ended()
    return emptyReply()
  }),
}

/** Discards the code and tells the application that the user canceled. */
export const cancelHeldReturn: Endpoint = {
  method: 'DELETE',
  path,
  operation: { id: 'cancelHeldReturn', summary: 'Cancel a sign-in that waits for the user', returns: 'nothing' },
  steps: inReader(authorize).inMain(async call => {
    const { ticket, clientId, stream } = ticketOf(call)
    if (!(await stream.cancelReturn(clientId, ticket))) throw ended()
    return emptyReply()
  }),
}
