import { findAdminByEmail } from '../../auth/admins.ts'
import { wasSentRecently } from '../../mail/wasSentRecently.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { emailForm, readEmail } from '../authRecords/readEmail.ts'
import { respondSentRecently, respondUnknownEmail, sendRequestedMail } from '../authRecords/requestedMail.ts'
import type { Endpoint } from '../contract.ts'

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
  runs: 'writes',
  handle: async call => {
    const { app, request } = call
    const email = readEmail(request)
    assertCounted(request, { kind: 'mail' })
    const admin = await findAdminByEmail(app.db, email)
    if (!admin) return respondUnknownEmail(call)
    if (wasSentRecently(admin.lastResetSentAt)) return respondSentRecently(call)
    return sendRequestedMail(call, { mail: 'adminPasswordReset', adminId: admin.id, email: admin.email })
  },
}
