import { collectIssues, lengthBetween, required } from '../../../errors/fieldIssues.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { checkAdminPassword } from '../../admins/checkAdminPassword.ts'
import { readForm } from '../../body/readForm.ts'
import type { Endpoint } from '../../contract.ts'
import { inReaderConcurrently } from '../../Steps.ts'
import { plainValue } from '../../scriptEvents.ts'
import { callAfterAuth } from './callAfterAuth.ts'
import { superuserAuth } from './superuserJson.ts'

const form = { identity: 'text', password: 'text', identityField: 'text' } as const

/** Signs in an admin with email and password. */
export const signInSuperuser: Endpoint = {
  method: 'POST',
  path: '/collections/_superusers/auth-with-password',
  dialect: 'today',
  operation: {
    id: 'authSuperuserWithPassword',
    summary: 'Sign in as a superuser',
    body: { form, required: ['identity', 'password'] },
    returns: 'TodaySuperuserAuth',
    errors: [429],
  },
  steps: inReaderConcurrently(async call => {
    const { identity = '', password = '', identityField = '' } = readForm(call.request, form)
    const issues = collectIssues({
      identity: required(identity) ?? lengthBetween(identity, 1, 255),
      password: required(password) ?? lengthBetween(password, 1, 255),
      identityField:
        identityField === '' || identityField === 'email'
          ? undefined
          : { code: 'validation_in_invalid', message: 'Must be a valid value.' },
    })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const checked = await checkAdminPassword(call, identity, password)
    if (checked.kind !== 'admin') return checked
    const { admin } = checked
    const given = { identity: plainValue(identity), password: plainValue(password) }
    return callAfterAuth(call, 'AuthWithPassword', admin, superuserAuth(call.app, admin), given)
  }),
}
