import { emptyReply } from '../../messages/ApiReply.ts'
import { deleteWebHook as remove } from '../../webHooks/saveWebHook.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'

/** Deletes a web hook and its deliveries. */
export const deleteWebHook: Endpoint = {
  method: 'DELETE',
  path: '/web-hooks/:id',
  operation: { id: 'deleteWebHook', summary: 'Delete a web hook', returns: 'nothing' },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    await remove(app, request.params.id ?? '')
    return emptyReply()
  }),
}
