import { resetRecordPassword } from '../../auth/resetRecordPassword.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

const form = { token: 'text', password: 'text', passwordConfirm: 'text' } as const

/** Sets a new password with the token of a reset mail. */
export const confirmPasswordReset: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-password-reset',
  operation: {
    id: 'confirm{}PasswordReset',
    summary: 'Set a new password with the token of a mail',
    of: 'auth',
    body: { form, required: ['token', 'password', 'passwordConfirm'] },
    returns: 'nothing',
    errors: [429],
  },
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const given = readForm(call.request, form)
    assertCounted(call.request, { kind: 'token' })
    const effects = await resetRecordPassword(call.app, collection, { token: '', password: '', passwordConfirm: '', ...given })
    return emptyReply({ effects })
  },
}
