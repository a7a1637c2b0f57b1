import { adminToken } from '../../auth/tokens.ts'
import { collectIssues, lengthBetween, required, validateEmailFormat } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { inReaderConcurrently } from '../Steps.ts'
import { adminAuthEvents, callAround, plainValue } from '../scriptEvents.ts'
import { adminJson } from '../v022/write/adminJson.ts'
import { checkAdminPassword } from './checkAdminPassword.ts'

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
  steps: inReaderConcurrently(async call => {
    const { app, request } = call
    const { identity = '', password = '' } = readForm(request, form)
    const issues = collectIssues({
      identity: required(identity) ?? lengthBetween(identity, 1, 255) ?? validateEmailFormat(identity),
      password: required(password) ?? lengthBetween(password, 1, 255),
    })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const checked = await checkAdminPassword(call, identity, password)
    if (checked.kind !== 'admin') return checked
    const { admin } = checked
    const token = adminToken(app.settings, 'adminAuthToken', admin)
    const reply = jsonReply({ admin: adminJson(admin), token }, { headers: noStore })
    const events = ['onAdminAfterAuthWithPasswordRequest', 'onAdminAuthRequest']
    const given = { identity: plainValue(identity), password: plainValue(password) }
    return callAround(call, events, reply, () => adminAuthEvents(admin, token, given))
  }),
}
