import { emptyReply } from '../../messages/ApiReply.ts'
import { sendTestMessage } from '../../webHooks/saveWebHook.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'

/** Sends a test message to a web hook. It is one of its deliveries. */
export const testWebHook: Endpoint = {
  method: 'POST',
  path: '/web-hooks/:id/test',
  operation: { id: 'testWebHook', summary: 'Send a test message to a web hook', returns: 'nothing' },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    await sendTestMessage(app, request.params.id ?? '')
    return emptyReply()
  }),
}
