import { resetRecordPassword } from '../../auth/resetRecordPassword.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

/** Sets a new password with the token of a reset mail. */
export const confirmPasswordReset: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-password-reset',
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const form = readForm(call.request, { token: 'text', password: 'text', passwordConfirm: 'text' })
    assertCounted(call.request, { kind: 'token' })
    const effects = await resetRecordPassword(call.app, collection, { token: '', password: '', passwordConfirm: '', ...form })
    return emptyReply({ effects })
  },
}
