import { resetAdminPassword } from '../../auth/resetAdminPassword.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'

/** Sets a new password with the token of a reset mail. */
export const confirmAdminPasswordReset: Endpoint = {
  method: 'POST',
  path: '/admins/confirm-password-reset',
  runs: 'writes',
  handle: async ({ app, request }) => {
    const form = readForm(request, { token: 'text', password: 'text', passwordConfirm: 'text' })
    assertCounted(request, { kind: 'token' })
    return emptyReply({ effects: await resetAdminPassword(app, { token: '', password: '', passwordConfirm: '', ...form }) })
  },
}
