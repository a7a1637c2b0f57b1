import { jsonReply } from '../../messages/ApiReply.ts'
import { createWebHook as create } from '../../webHooks/saveWebHook.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'
import { webHookForm, webHookJson } from './webHookJson.ts'

/** Creates a web hook. Its secret is only in this response. */
export const createWebHook: Endpoint = {
  method: 'POST',
  path: '/web-hooks',
  operation: {
    id: 'createWebHook',
    summary: 'Create a web hook',
    body: { form: webHookForm, required: ['url'] },
    returns: 'WebHook',
  },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    const hook = await create(app, readForm(request, webHookForm))
    return jsonReply(webHookJson(hook, { showsSecret: true }))
  }),
}
