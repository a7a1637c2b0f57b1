import { findAdminByEmail } from '../../auth/admins.ts'
import { wasSentLately } from '../../mail/wasSentLately.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { sendAccountMail, unsentSoSoon, unsentToNobody } from '../accounts/accountMail.ts'
import { readEmail } from '../accounts/readEmail.ts'
import type { Endpoint } from '../contract.ts'

/** Sends a mail for resetting the password of an admin. */
export const requestAdminPasswordReset: Endpoint = {
  method: 'POST',
  path: '/admins/request-password-reset',
  runs: 'reads',
  handle: async call => {
    const { app, request } = call
    const email = readEmail(request)
    assertCounted(request, { kind: 'mail' })
    const admin = await findAdminByEmail(app.db, email)
    if (!admin) return unsentToNobody(call)
    if (wasSentLately(admin.lastResetSentAt)) return unsentSoSoon(call)
    return sendAccountMail(call, { mail: 'adminPasswordReset', adminId: admin.id })
  },
}
