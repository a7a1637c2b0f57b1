import type { AuthCollection } from '@coffer/schema'
import { failedSignIn } from '../../auth/findAuthRecord.ts'
import { isNewOrigin, type Origin, rememberOrigin } from '../../auth/signIns/authOrigins.ts'
import { assertMayAuthenticate } from '../../auth/signIns/authRule.ts'
import { needsTwoFactors, passFactor, type SignInMethod } from '../../auth/signIns/firstFactors.ts'
import type { MailJob } from '../../mail/MailJob.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { noStore } from '../../messages/headers.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { dateText } from '../../runtime/now.ts'
import { readForm } from '../body/readForm.ts'
import type { Call, MainCall } from '../Call.ts'
import { parameter } from '../parameters.ts'
import { type CallScripts, type Next, next } from '../Steps.ts'
import { type AuthJson, respondAuthenticated, signInLookup } from './createAuthResponse.ts'

/** Returns the address and browser of a request. */
function originOf({ clientIp, remoteIp, headers }: ApiRequest): Origin {
  return { ip: clientIp ?? remoteIp, userAgent: headers['user-agent'] ?? '' }
}

/** Maximum length of the browser's name in a mail. */
const maxAgentLength = 200

function describeOrigin({ ip, userAgent }: Origin): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header can contain tabs
  const agent = userAgent.replaceAll(/[\x00-\x1f\x7f]+/g, ' ').slice(0, maxAgentLength)
  return `${dateText(new Date())} - ${ip} ${agent}`
}

const firstFactorForm = { mfaId: 'text' } as const

/** Returns the id of the first factor that a request names in its query or body; '' if there is none. */
function readFirstFactor(request: ApiRequest): string {
  return parameter(request, 'mfaId') ?? readForm(request, firstFactorForm).mfaId ?? ''
}

const secondFactorNeeded =
  'A second factor is required. Sign in again with another method within a few minutes, and send the "mfaId" of this response with it.'

/** Returns the response after the first of two factors. Clients of 0.22 do not know it, so it says what to do. */
function respondFirstFactor({ dialect }: ApiRequest, mfaId: string): JsonReply<unknown> {
  const envelope = dialect === 'today' ? {} : { code: 401, message: secondFactorNeeded, data: {} }
  return jsonReply({ ...envelope, mfaId }, { status: 401, headers: noStore })
}

/**
 * Returns whether a sign-in needs two factors.
 * @throws Rejection `forbidden` if the record may not sign in
 */
async function checkSignIn(call: Call, collection: AuthCollection, record: StoredRecord, method: SignInMethod): Promise<boolean> {
  const { db } = call.app
  const lookup = signInLookup(call, method)
  await assertMayAuthenticate(db, collection, record, lookup)
  return needsTwoFactors(db, collection, record, lookup)
}

/**
 * Whether a reader can answer a sign-in, because it changes nothing: one factor is enough, and the origin is known.
 * @throws Rejection `forbidden` if the record may not sign in
 */
export async function isSimpleSignIn(
  call: Call,
  collection: AuthCollection,
  record: StoredRecord,
  method: SignInMethod,
): Promise<boolean> {
  if (await checkSignIn(call, collection, record, method)) return false
  return !(await isNewOrigin(call.app.db, collection, record, originOf(call.request)))
}

/** Returns the mail about a sign-in from elsewhere, if the user has to get one, and remembers the origin. */
async function alertOf(call: Call, collection: AuthCollection, record: StoredRecord): Promise<MailJob | undefined> {
  const { db } = call.app
  const origin = originOf(call.request)
  if (!(await isNewOrigin(db, collection, record, origin)) || !(await rememberOrigin(db, record, origin))) return undefined
  const { id, email } = record.values
  if (email === '') return undefined
  const target = { collectionId: collection.id, recordId: String(id), email: String(email) }
  return { mail: 'authAlert', ...target, origin: describeOrigin(origin) }
}

/** The record that signs in, as plain data. */
interface SigningIn {
  id: string
  tokenKey: unknown
}

/** A sign-in that has succeeded, and the mails about it. */
export interface SignedIn extends SigningIn {
  mails: readonly MailJob[]
}

/** The response to a sign-in, and the mails to queue before it is sent. */
interface SignInMails {
  reply: JsonReply<unknown> | CallScripts
  mails: readonly MailJob[]
}

/** Calls the hooks of scripts around the auth response of a record. */
type Respond = (record: StoredRecord, created: JsonReply<AuthJson>) => JsonReply<unknown> | CallScripts

/**
 * Finds the record that signs in, in a later step.
 * @throws Rejection if the record is gone, or its tokens were revoked in the meantime
 */
export async function findSigningIn(call: Call, collection: AuthCollection, { id, tokenKey }: SigningIn): Promise<StoredRecord> {
  const record = await findRecord(call.app.db, collection, id)
  if (!record || record.values.tokenKey !== tokenKey) throw failedSignIn('revoked tokens')
  return record
}

/**
 * Finishes a sign-in with a verified factor, in the writer: asks for the second one if the record needs two, or remembers the origin.
 * @param mails mails to queue besides the one about the origin
 * @throws Rejection `forbidden` if the record may not sign in, `invalid` for a wrong first factor
 */
export async function finishSignIn(
  call: Call,
  collection: AuthCollection,
  record: StoredRecord,
  method: SignInMethod,
  mails: readonly MailJob[] = [],
): Promise<JsonReply<unknown> | Next<SignedIn>> {
  if (await checkSignIn(call, collection, record, method)) {
    const mfaId = await passFactor(call.app.db, collection, record, method, readFirstFactor(call.request))
    if (mfaId !== undefined) return respondFirstFactor(call.request, mfaId)
  }
  const alert = await alertOf(call, collection, record)
  const { id, tokenKey } = record.values
  return next({ id: String(id), tokenKey, mails: alert ? [...mails, alert] : mails })
}

/** Creates the auth response in a reader, because it can take long to read the expanded records. */
export async function respondSignedIn(
  call: Call,
  collection: AuthCollection,
  signedIn: SignedIn,
  respond: Respond,
): Promise<Next<SignInMails>> {
  const record = await findSigningIn(call, collection, signedIn)
  const created = await respondAuthenticated(call, collection, record)
  return next({ reply: respond(record, created), mails: signedIn.mails })
}

/** Queues the mails of a sign-in, then responds. */
export async function queueSignInMails({ queueMail }: MainCall, { reply, mails }: SignInMails): Promise<SignInMails['reply']> {
  for (const mail of mails) await queueMail(mail)
  return reply
}
