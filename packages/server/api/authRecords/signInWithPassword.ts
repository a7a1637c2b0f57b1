import { isEmail } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { App } from '../../app/App.ts'
import { failedSignIn } from '../../auth/failedSignIn.ts'
import { findAuthRecord } from '../../auth/findAuthRecord.ts'
import { wasAlertedRecently } from '../../auth/loginAlert.ts'
import { verifyPassword } from '../../crypto/passwords.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import { assertCounted, recordTarget, unknownTarget } from '../../messages/Attempt.ts'
import type { Effect } from '../../messages/Effect.ts'
import { listExternalAuths } from '../../rows/externalAuths.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { createAuthResponse } from './createAuthResponse.ts'

/** Notifies a user who usually signs in with a provider about a sign-in with the password. */
const alertEffects = async ({ db }: App, collection: AuthCollection, record: StoredRecord): Promise<Effect[]> => {
  const { id, email } = record.values
  if (!collection.options.allowOAuth2Auth || email === '') return []
  if ((await listExternalAuths(db, collection.id, String(id))).length === 0 || (await wasAlertedRecently(db, record))) return []
  return [
    { kind: 'sendMail', job: { mail: 'loginAlert', collectionId: collection.id, recordId: String(id), email: String(email) } },
  ]
}

/** Returns the key under which attempts are counted. It normalizes emails and usernames as the lookup does. */
const targetOf = ({ id }: AuthCollection, identity: string, record: StoredRecord | undefined): string =>
  record ? recordTarget(id, record.values.id) : unknownTarget(id, isEmail(identity) ? identity : identity.toLowerCase())

const form = { identity: 'text', password: 'text' } as const

/**
 * Signs in an auth record with its email or username and its password. An unknown identity, or one that cannot sign in this way,
 * takes as long and gets the same response as a wrong password.
 */
export const signInWithPassword: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-with-password',
  operation: {
    id: 'auth{}WithPassword',
    summary: 'Sign in with a password',
    of: 'auth',
    query: ['expand', 'fields'],
    body: { form, required: ['identity', 'password'] },
    returns: '{}Auth',
    errors: [403, 429],
  },
  runs: 'reads',
  waits: true,
  handle: async call => {
    const collection = await getAuthCollection(call)
    const { identity = '', password = '' } = readForm(call.request, form)
    const issues = collectIssues({
      identity: required(identity) ?? lengthBetween(identity, 1, 255),
      password: required(password) ?? lengthBetween(password, 1, 255),
    })
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    const record = await findAuthRecord(call.app.db, collection, identity)
    assertCounted(call.request, { kind: 'password', target: targetOf(collection, identity, record) })
    const isRight = await verifyPassword(password, record && String(record.values.passwordHash))
    if (!isRight || !record) {
      throw failedSignIn(record ? 'wrong password' : 'unknown identity')
    }
    const reply = await createAuthResponse(call, collection, record)
    return { ...reply, effects: await alertEffects(call.app, collection, record) }
  },
}
