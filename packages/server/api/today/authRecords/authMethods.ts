import { cofferAuth, identityFieldsOf } from '@coffer/schema'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { noStore } from '../../../messages/headers.ts'
import type { Endpoint } from '../../contract.ts'
import { getAuthCollection } from '../../getCollection.ts'
import { authLinks } from '../../oauth2/authMethods.ts'
import { inReader } from '../../Steps.ts'
import { methodsJson } from './methodsJson.ts'

/** Lists the ways to sign in to a collection, with the links to the providers. */
export const todayAuthMethods: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/auth-methods',
  dialect: 'today',
  operation: { id: 'listTodayAuthMethods', summary: 'List the ways to sign in', returns: 'TodayAuthMethods' },
  steps: inReader(async call => {
    const collection = getAuthCollection(call)
    const { options } = collection
    const { otp, mfa } = cofferAuth(options)
    const json = methodsJson({
      otp,
      mfa,
      usernamePassword: options.allowUsernameAuth,
      emailPassword: options.allowEmailAuth,
      identityFields: identityFieldsOf(options),
      providers: options.allowOAuth2Auth ? await authLinks(collection, call.app.settings) : undefined,
    })
    // Each link has its own code verifier.
    return jsonReply(json, { headers: noStore })
  }),
}
