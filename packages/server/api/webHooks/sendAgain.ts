import { emptyReply } from '../../messages/ApiReply.ts'
import { sendWebHookAgain as send } from '../../webHooks/saveWebHook.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'

/** Sends a message of a web hook again, whether or not it was delivered. Its id stays the same. */
export const sendWebHookAgain: Endpoint = {
  method: 'POST',
  path: '/web-hooks/:id/deliveries/:delivery/send',
  operation: { id: 'sendWebHookAgain', summary: 'Send a message of a web hook again', returns: 'nothing' },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    const { id = '', delivery = '' } = request.params
    await send(app, id, /^\d{1,15}$/.test(delivery) ? Number(delivery) : 0)
    return emptyReply()
  }),
}
