import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { inReader } from '../../Steps.ts'
import { methodsJson } from '../authRecords/methodsJson.ts'

/** Lists the ways to sign in as an admin: with email and password only. */
export const superuserAuthMethods: Endpoint = {
  method: 'GET',
  path: '/collections/_superusers/auth-methods',
  dialect: 'today',
  operation: { id: 'listSuperuserAuthMethods', summary: 'List the ways to sign in as a superuser', returns: 'TodayAuthMethods' },
  steps: inReader(async () =>
    jsonReply(methodsJson({ usernamePassword: false, emailPassword: true, identityFields: ['email'], providers: undefined })),
  ),
}
