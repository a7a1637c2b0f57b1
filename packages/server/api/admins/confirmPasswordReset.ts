import { resetAdminPassword } from '../../auth/resetAdminPassword.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'

const form = { token: 'text', password: 'text', passwordConfirm: 'text' } as const

/** Sets a new password with the token of a reset mail. */
export const confirmAdminPasswordReset: Endpoint = {
  method: 'POST',
  path: '/admins/confirm-password-reset',
  operation: {
    id: 'confirmAdminPasswordReset',
    summary: 'Set a new admin password with the token of a mail',
    body: { form, required: ['token', 'password', 'passwordConfirm'] },
    returns: 'nothing',
    errors: [429],
  },
  runs: 'writes',
  handle: async ({ app, request }) => {
    const given = readForm(request, form)
    assertCounted(request, { kind: 'token' })
    return emptyReply({ effects: await resetAdminPassword(app, { token: '', password: '', passwordConfirm: '', ...given }) })
  },
}
