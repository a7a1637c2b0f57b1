import { resetRecordPassword } from '../../auth/resetRecordPassword.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { changeWithScripts } from '../records/scripts.ts'
import { countAttempt, inWriter } from '../Steps.ts'

const form = { token: 'text', password: 'text', passwordConfirm: 'text' } as const

const attempt = { kind: 'token' } as const

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
  steps: inWriter(async call => {
    const collection = getAuthCollection(call)
    const given = readForm(call.request, form)
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    const reset = { token: '', password: '', passwordConfirm: '', ...given }
    return changeWithScripts(call, collection, 'ConfirmPasswordReset', scripted =>
      resetRecordPassword(call.app, collection, reset, scripted),
    )
  }),
}
