import { isEmail } from '@coffer/fields'
import { type AuthCollection, identityFieldsOf } from '@coffer/schema'
import { failedSignIn, findAuthRecord } from '../../auth/findAuthRecord.ts'
import { wasAlertedRecently } from '../../auth/loginAlert.ts'
import { verifyPassword } from '../../crypto/passwords.ts'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { MailJob } from '../../mail/MailJob.ts'
import type { JsonReply } from '../../messages/ApiReply.ts'
import { isCounted, recordTarget, unknownTarget } from '../../messages/Attempt.ts'
import { listExternalAuths } from '../../records/rows/externalAuths.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { callHooks, hasHook } from '../records/hooks.ts'
import { countAttempt, inReaderConcurrently, next } from '../Steps.ts'
import { authEvents, callAround, callBefore, modelAfter, plainValue, recordValue } from '../scriptEvents.ts'
import { type AuthJson, respondAuthenticated } from './createAuthResponse.ts'
import { findSigningIn, finishSignIn, isSimpleSignIn, queueSignInMails, respondSignedIn } from './finishSignIn.ts'

/** Returns the mail that notifies a user who usually signs in with a provider about a sign-in with the password, if any. */
async function alertOf(
  { app: { db }, request }: Call,
  collection: AuthCollection,
  record: StoredRecord,
): Promise<MailJob | undefined> {
  const { id, email } = record.values
  // In later versions, mails about sign-ins from elsewhere have taken its place.
  if (request.dialect === 'today' || !collection.options.allowOAuth2Auth || email === '') return undefined
  if ((await listExternalAuths(db, collection.id, String(id))).length === 0 || (await wasAlertedRecently(db, record)))
    return undefined
  return { mail: 'loginAlert', collectionId: collection.id, recordId: String(id), email: String(email) }
}

/** Returns the key under which attempts are counted. It normalizes emails and usernames as the lookup does. */
const targetOf = ({ id }: AuthCollection, identity: string, record: StoredRecord | undefined): string =>
  record ? recordTarget(id, record.values.id) : unknownTarget(id, isEmail(identity) ? identity : identity.toLowerCase())

/** Returns the record that hooks have left, which can be another one. */
function recordAfter(call: Call, collection: AuthCollection): StoredRecord | undefined {
  const values = modelAfter(call, 'record')
  return values && { collection, values }
}

const form = { identity: 'text', password: 'text', identityField: 'text', mfaId: 'text' } as const

const unknownField = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

/** Responds after the hooks of scripts. */
function respond(call: Call, collection: AuthCollection, record: StoredRecord, reply: JsonReply<AuthJson>) {
  const { identity = '', password = '' } = readForm(call.request, form)
  return callAround(call, ['onRecordAfterAuthWithPasswordRequest', 'onRecordAuthRequest'], reply, () =>
    authEvents(collection, record, reply, { identity: plainValue(identity), password: plainValue(password) }),
  )
}

/**
 * Signs in an auth record with one of its identity fields, such as its email, and its password. An unknown identity, or one that cannot
 * sign in this way, takes as long and gets the same response as a wrong password.
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
  steps: inReaderConcurrently(async call => {
    const collection = getAuthCollection(call)
    if (call.request.dialect === 'today' && identityFieldsOf(collection.options).length === 0)
      throw new Rejection('forbidden', { code: 'passwordsDisabled' })
    const { identity = '', password = '', identityField = '' } = readForm(call.request, form)
    const field = identityFieldsOf(collection.options).find(name => name === identityField)
    const issues = collectIssues({
      identity: required(identity) ?? lengthBetween(identity, 1, 255),
      password: required(password) ?? lengthBetween(password, 1, 255),
      identityField: identityField === '' || field ? undefined : unknownField,
    })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const found = await findAuthRecord(call.app.db, collection, identity, field)
    const attempt = { kind: 'password', target: targetOf(collection, identity, found) } as const
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    const given = { identity: plainValue(identity), password: plainValue(password) }
    const before = { collection, values: { ...given, record: recordValue(found) } }
    const hooks = callBefore(call, ['onRecordBeforeAuthWithPasswordRequest'], before)
    if (hooks) return hooks
    const record = call.request.scripted?.before ? recordAfter(call, collection) : found
    const isRight = await verifyPassword(password, record && String(record.values.passwordHash))
    if (!isRight || !record) {
      throw failedSignIn(record ? 'wrong password' : 'unknown identity')
    }
    if (hasHook(call, collection, 'signIn')) return callHooks(call, collection, 'signIn', { record, method: 'password' })
    const { id, tokenKey } = record.values
    return next({ id: String(id), tokenKey })
  })
    .inReader(async (call, signingIn) => {
      const collection = getAuthCollection(call)
      const record = recordAfter(call, collection) ?? (await findSigningIn(call, collection, signingIn))
      const mail = await alertOf(call, collection, record)
      const isSimple = await isSimpleSignIn(call, collection, record, 'password')
      if (mail || !isSimple) return next({ ...signingIn, mails: mail ? [mail] : [] })
      return respond(call, collection, record, await respondAuthenticated(call, collection, record))
    })
    .inWriter(async (call, { mails, ...signingIn }) => {
      const collection = getAuthCollection(call)
      const record = await findSigningIn(call, collection, signingIn)
      return finishSignIn(call, collection, record, 'password', mails)
    })
    .inReader(async (call, signedIn) => {
      const collection = getAuthCollection(call)
      return respondSignedIn(call, collection, signedIn, (record, created) => respond(call, collection, record, created))
    })
    .inMain(queueSignInMails),
}
