import { changeEmail } from '../../auth/changeEmail.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

/** Changes the email of an auth record with the token of a confirmation mail. */
export const confirmEmailChange: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-email-change',
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const { token = '', password = '' } = readForm(call.request, { token: 'text', password: 'text' })
    return emptyReply({ effects: await changeEmail(call.app, collection, { token, password }, call.request) })
  },
}
