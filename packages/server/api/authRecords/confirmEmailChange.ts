import { changeEmail, findEmailChange } from '../../auth/changeEmail.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { changeWithScripts } from '../records/scripts.ts'
import { countAttempt, inWriter } from '../Steps.ts'

const form = { token: 'text', password: 'text' } as const

/** Changes the email of an auth record with the token of a confirmation mail. */
export const confirmEmailChange: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-email-change',
  operation: {
    id: 'confirm{}EmailChange',
    summary: 'Change the email with the token of a mail',
    of: 'auth',
    body: { form, required: ['token', 'password'] },
    returns: 'nothing',
    errors: [429],
  },
  steps: inWriter(async call => {
    const collection = getAuthCollection(call)
    const { token = '', password = '' } = readForm(call.request, form)
    const change = await findEmailChange(call.app, { token, password })
    if (!isCounted(call.request, change.attempt)) return countAttempt(change.attempt)
    return changeWithScripts(call, collection, 'ConfirmEmailChange', scripted =>
      changeEmail(call.app, collection, change, call.request, scripted),
    )
  }),
}
