import { jsonReply } from '../../messages/ApiReply.ts'
import { updateWebHook as update } from '../../webHooks/saveWebHook.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'
import { webHookForm, webHookJson } from './webHookJson.ts'

/** Updates a web hook. An empty secret creates a new one, which is only in this response; the mask keeps the stored one. */
export const updateWebHook: Endpoint = {
  method: 'PATCH',
  path: '/web-hooks/:id',
  operation: { id: 'updateWebHook', summary: 'Update a web hook', body: { form: webHookForm }, returns: 'WebHook' },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    const { before, after } = await update(app, request.params.id ?? '', readForm(request, webHookForm))
    return jsonReply(webHookJson(after, { showsSecret: after.secret !== before.secret }))
  }),
}
