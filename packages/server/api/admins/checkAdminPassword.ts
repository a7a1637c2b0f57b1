import { adminTable, findAdminByEmail } from '../../auth/admins.ts'
import { failedSignIn } from '../../auth/findAuthRecord.ts'
import { verifyPassword } from '../../crypto/passwords.ts'
import { isCounted, recordTarget, unknownTarget } from '../../messages/Attempt.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import { type CallScripts, type CountAttempt, countAttempt } from '../Steps.ts'
import { adminValue, callBefore, plainValue } from '../scriptEvents.ts'

/**
 * Returns the admin with an email and a password, unless the attempt has to be counted or hooks of scripts have to be called first. An
 * unknown email takes as long as a wrong password.
 * @throws Rejection `invalid` for an unknown email and for a wrong password, with the same response
 */
export async function checkAdminPassword(
  call: Call,
  email: string,
  password: string,
): Promise<CountAttempt | CallScripts | { kind: 'admin'; admin: Admin }> {
  const { app, request } = call
  const admin = await findAdminByEmail(app.db, email)
  const target = admin ? recordTarget(adminTable, admin.id) : unknownTarget(adminTable, email)
  const attempt = { kind: 'password', target } as const
  if (!isCounted(request, attempt)) return countAttempt(attempt)
  const values = {
    admin: adminValue(admin),
    identity: plainValue(email),
    password: plainValue(password),
  }
  const hooks = callBefore(call, ['onAdminBeforeAuthWithPasswordRequest'], { values })
  if (hooks) return hooks
  const isRight = await verifyPassword(password, admin?.passwordHash)
  if (!isRight || !admin) throw failedSignIn(admin ? 'wrong password' : 'unknown identity')
  return { kind: 'admin', admin }
}
