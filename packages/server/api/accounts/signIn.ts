import { isEmail } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { App } from '../../app/App.ts'
import { failedSignIn } from '../../auth/failedSignIn.ts'
import { findAccount } from '../../auth/findAccount.ts'
import { wasAlertedLately } from '../../auth/loginAlert.ts'
import { isPassword } from '../../crypto/passwords.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { lengthBetween, present, required } from '../../errors/fieldIssues.ts'
import { recordTarget, requireCounted, unknownTarget } from '../../messages/Attempt.ts'
import type { Effect } from '../../messages/Effect.ts'
import { listExternalAuths } from '../../rows/externalAuths.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { findAuthCollection } from './findAuthCollection.ts'
import { letIn } from './letIn.ts'

/** Somebody who usually comes by a provider is told of a sign-in with the password. */
const alertEffects = async ({ db }: App, collection: AuthCollection, record: StoredRecord): Promise<Effect[]> => {
  const { id, email } = record.values
  if (!collection.options.allowOAuth2Auth || email === '') return []
  if ((await listExternalAuths(db, collection.id, String(id))).length === 0 || (await wasAlertedLately(db, record))) return []
  return [{ kind: 'sendMail', order: { mail: 'loginAlert', collectionId: collection.id, recordId: String(id) } }]
}

/** What attempts with an identity count for, which is as exact about emails and as lenient about user names as the search for it. */
const targetOf = ({ id }: AuthCollection, identity: string, record: StoredRecord | undefined): string =>
  record ? recordTarget(id, record.values.id) : unknownTarget(id, isEmail(identity) ? identity : identity.toLowerCase())

/**
 * Signs an account in with its email or user name and its password. An unknown one, or one that may not sign in so, takes as
 * long and answers as a wrong password.
 */
export const signInAccount: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-with-password',
  runs: 'reads',
  waits: true,
  handle: async call => {
    const collection = await findAuthCollection(call)
    const { identity = '', password = '' } = readForm(call.request, { identity: 'text', password: 'text' })
    const issues = present({
      identity: required(identity) ?? lengthBetween(identity, 1, 255),
      password: required(password) ?? lengthBetween(password, 1, 255),
    })
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    const record = await findAccount(call.app.db, collection, identity)
    requireCounted(call.request, { kind: 'password', target: targetOf(collection, identity, record) })
    const isRight = await isPassword(password, record && String(record.values.passwordHash))
    if (!isRight || !record) {
      throw failedSignIn(record ? 'wrong password' : 'unknown identity')
    }
    const answer = await letIn(call, collection, record)
    return { ...answer, effects: await alertEffects(call.app, collection, record) }
  },
}
