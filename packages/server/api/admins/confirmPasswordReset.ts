import { findAdmin } from '../../auth/admins.ts'
import { resetAdminPassword } from '../../auth/resetAdminPassword.ts'
import { findAdminByToken } from '../../auth/tokens.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { adminValue, callAround, callBefore } from '../scriptEvents.ts'

const form = { token: 'text', password: 'text', passwordConfirm: 'text' } as const

const attempt = { kind: 'token' } as const

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
  steps: inWriter(async call => {
    const { app, request } = call
    const given = readForm(request, form)
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const admin = request.scripts && (await findAdminByToken(app, given.token ?? '', 'adminPasswordResetToken'))
    const hooks =
      admin && callBefore(call, ['onAdminBeforeConfirmPasswordResetRequest'], { values: { admin: adminValue(admin) } })
    if (hooks) return hooks
    await resetAdminPassword(app, { token: '', password: '', passwordConfirm: '', ...given })
    const after = admin && (await findAdmin(app.db, admin.id))
    if (!after) return emptyReply()
    return callAround(call, ['onAdminAfterConfirmPasswordResetRequest'], emptyReply(), () => ({
      values: { admin: adminValue(after) },
    }))
  }),
}
