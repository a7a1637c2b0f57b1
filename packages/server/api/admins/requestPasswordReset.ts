import { findAdminByEmail } from '../../auth/admins.ts'
import { wasSentRecently } from '../../mail/composeMail.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { emailForm, readEmail } from '../authRecords/readEmail.ts'
import { respondSentRecently, respondUnknownEmail, sendRequestedMail } from '../authRecords/requestedMail.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import type { Endpoint } from '../contract.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { adminValue, callInBackground } from '../scriptEvents.ts'

const attempt = { kind: 'mail' } as const

/** Sends a mail for resetting the password of an admin. */
export const requestAdminPasswordReset: Endpoint = {
  method: 'POST',
  path: '/admins/request-password-reset',
  operation: {
    id: 'requestAdminPasswordReset',
    summary: 'Send an admin a mail for resetting the password',
    body: { form: emailForm, required: ['email'] },
    returns: 'nothing',
    errors: [429],
  },
  steps: inWriter(async call => {
    const { app, request } = call
    const email = readEmail(request)
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const admin = await findAdminByEmail(app.db, email)
    const isSent = admin !== undefined && !wasSentRecently(admin.lastResetSentAt)
    const event = 'onAdminBeforeRequestPasswordResetRequest'
    const hooks = callInBackground(call, event, undefined, isSent ? { admin: adminValue(admin) } : undefined)
    if (hooks) return hooks
    if (!admin) return respondUnknownEmail(call)
    if (wasSentRecently(admin.lastResetSentAt)) return respondSentRecently(call)
    return sendRequestedMail(call, { mail: 'adminPasswordReset', adminId: admin.id, email: admin.email })
  }).inMain(sendAwaitedMail),
}
