import { adminJson, adminTable, findAdminByEmail } from '../../auth/admins.ts'
import { failedSignIn } from '../../auth/failedSignIn.ts'
import { adminToken } from '../../auth/tokens.ts'
import { verifyPassword } from '../../crypto/passwords.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, lengthBetween, required, validateEmailFormat } from '../../errors/fieldIssues.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { assertCounted, recordTarget, unknownTarget } from '../../messages/Attempt.ts'
import { noStore } from '../../messages/headers.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'

const form = { identity: 'text', password: 'text' } as const

/** Signs in an admin with email and password. An unknown email takes as long and gets the same response as a wrong password. */
export const signInAdmin: Endpoint = {
  method: 'POST',
  path: '/admins/auth-with-password',
  operation: {
    id: 'authAdminWithPassword',
    summary: 'Sign in as an admin',
    body: { form, required: ['identity', 'password'] },
    returns: 'AdminAuth',
    errors: [429],
  },
  runs: 'reads',
  waits: true,
  handle: async ({ app, request }) => {
    const { identity = '', password = '' } = readForm(request, form)
    const issues = collectIssues({
      identity: required(identity) ?? lengthBetween(identity, 1, 255) ?? validateEmailFormat(identity),
      password: required(password) ?? lengthBetween(password, 1, 255),
    })
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    const admin = await findAdminByEmail(app.db, identity)
    const target = admin ? recordTarget(adminTable, admin.id) : unknownTarget(adminTable, identity)
    assertCounted(request, { kind: 'password', target })
    const isRight = await verifyPassword(password, admin?.passwordHash)
    if (!isRight || !admin) {
      throw failedSignIn(admin ? 'wrong password' : 'unknown identity')
    }
    const token = adminToken(await app.settings(), 'adminAuthToken', admin)
    return jsonReply({ admin: adminJson(admin), token }, { headers: noStore })
  },
}
