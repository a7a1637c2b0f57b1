import { changeEmail } from '../../auth/changeEmail.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

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
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const { token = '', password = '' } = readForm(call.request, form)
    return emptyReply({ effects: await changeEmail(call.app, collection, { token, password }, call.request) })
  },
}
