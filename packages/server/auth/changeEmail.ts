import type { Issue } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import { type Claims, claimsOf } from '../crypto/jwt.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { Reader } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import { collectIssues, lengthBetween, required } from '../errors/fieldIssues.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { type Attempt, assertCounted, recordTarget } from '../messages/Attempt.ts'
import type { Effect } from '../messages/Effect.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAuthRecord, loadTokenHolder, type TokenHolder, wasMailedTo } from './changeAuthRecord.ts'
import { findAuthRecordByEmail } from './findAuthRecord.ts'
import { findRecordByToken, invalidToken, otherCollection } from './tokens.ts'

interface EmailChangeForm {
  token: string
  password: string
}

const noNewEmail: Issue = {
  code: 'validation_invalid_token_payload',
  message: 'Invalid token payload - newEmail must be set.',
}

const wrongPassword: Issue = {
  code: 'validation_invalid_password',
  message: 'Missing or invalid auth record password.',
}

const emailTaken = (email: string): Issue => ({
  code: 'validation_existing_token_email',
  message: `The new email address is already registered: ${email}.`,
})

const validateToken = async (
  reader: Reader,
  collection: AuthCollection,
  { newEmail, id }: Claims,
  holder: TokenHolder | undefined,
): Promise<Issue | undefined> => {
  if (typeof newEmail !== 'string' || newEmail === '') return noNewEmail
  const owner = await findAuthRecordByEmail(reader, collection, newEmail)
  // A forged token must not reveal which emails are in use. A token that has already been used can.
  if (owner && (holder || owner.values.id === id)) return emailTaken(newEmail)
  if (!holder) return invalidToken
  return holder.collection.id === collection.id ? undefined : otherCollection
}

/** Validates the password. For an invalid token, which the response reports too, no password is right. */
const validatePassword = async (
  reader: Reader,
  password: string,
  holder: TokenHolder | undefined,
): Promise<Issue | undefined> => {
  const issue = required(password) ?? lengthBetween(password, 1, 100)
  if (issue) return issue
  const isRight =
    holder && (await verifyPassword(password, String(holder.record.values.passwordHash), () => loadTokenHolder(reader, holder)))
  return isRight ? undefined : wrongPassword
}

/** Returns the attempt to count: the form also asks for the password, which a client with the token could guess. */
const passwordAttempt = ({ collection, record }: TokenHolder): Attempt => ({
  kind: 'password',
  target: recordTarget(collection.id, record.values.id),
})

/**
 * Sets the email of an auth record to the verified new email in its token, and revokes all its tokens.
 * @throws ApiError 400 with issues by field
 */
export const changeEmail = async (
  app: AuthContext,
  collection: AuthCollection,
  form: EmailChangeForm,
  request: Pick<ApiRequest, 'counted'>,
): Promise<Effect[]> => {
  const { token, password } = form
  const claims = claimsOf(token)
  const { newEmail } = claims
  const named = typeof newEmail === 'string' && newEmail !== ''
  const owner = named ? await findRecordByToken(app, token, 'recordEmailChangeToken') : undefined
  const holder = owner && wasMailedTo(owner.record.values.email, claims) ? owner : undefined
  assertCounted(request, holder ? passwordAttempt(holder) : { kind: 'token' })
  const tokenIssue = required(token) ?? (await validateToken(app.db, collection, claims, holder))
  const isKnown = tokenIssue === undefined || tokenIssue === otherCollection
  const issues = collectIssues({
    token: tokenIssue,
    password: await validatePassword(app.db, password, isKnown ? holder : undefined),
  })
  if (!holder || !named || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  return changeAuthRecord(
    app,
    holder,
    async (_, transaction) => {
      if (await findAuthRecordByEmail(transaction, collection, newEmail))
        throw badRequest(undefined, { token: emailTaken(newEmail) })
      return { email: newEmail, verified: true, tokenKey: randomSecret(50) }
    },
    'Failed to confirm email change.',
  )
}
