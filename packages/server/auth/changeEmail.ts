import type { Issue } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import { type Claims, claimsOf } from '../crypto/jwt.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { Reader } from '../db/engine.ts'
import { collectIssues, lengthBetween, required } from '../errors/fieldIssues.ts'
import { Rejection } from '../errors/Rejection.ts'
import { type Attempt, isCounted, recordTarget } from '../messages/Attempt.ts'
import type { ScriptedChange } from '../records/RecordInput.ts'
import type { Actor } from '../records/rules/Actor.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAuthRecord, loadTokenHolder, type TokenHolder, wasMailedTo } from './changeAuthRecord.ts'
import { findAuthRecordByEmail } from './findAuthRecord.ts'
import { findRecordByToken, invalidToken, otherCollection, type TokenContext } from './tokens.ts'

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

const taken: Issue = {
  code: 'validation_record_email_invalid',
  message: 'User email already exists or it is invalid.',
  newer: { code: 'validation_invalid_new_email', message: 'Invalid new email address.' },
}

const unchanged: Issue = { ...taken, newer: { code: 'validation_not_in_invalid', message: 'Must not be in list.' } }

/**
 * Asserts that an auth record can request a change to a new email.
 * @throws Rejection with an issue for the new email
 */
export async function assertUnusedEmail(
  reader: Reader,
  collection: AuthCollection,
  newEmail: string,
  currentEmail: unknown,
): Promise<void> {
  if (!(await findAuthRecordByEmail(reader, collection, newEmail))) return
  throw new Rejection('invalid', { issues: { newEmail: newEmail === currentEmail ? unchanged : taken } })
}

/** Returns the new email in a token; empty if there is none. */
const newEmailIn = ({ newEmail }: Claims): string => (typeof newEmail === 'string' ? newEmail : '')

async function validateToken(
  reader: Reader,
  collection: AuthCollection,
  claims: Claims,
  holder: TokenHolder | undefined,
): Promise<Issue | undefined> {
  const newEmail = newEmailIn(claims)
  if (newEmail === '') return noNewEmail
  const owner = await findAuthRecordByEmail(reader, collection, newEmail)
  // A forged token must not reveal which emails are in use. A token that has already been used can.
  if (owner && (holder || owner.values.id === claims.id)) return emailTaken(newEmail)
  if (!holder) return invalidToken
  return holder.collection.id === collection.id ? undefined : otherCollection
}

/** Validates the password. For an invalid token, which the response reports too, no password is right. */
async function validatePassword(reader: Reader, password: string, holder: TokenHolder | undefined): Promise<Issue | undefined> {
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

/** A requested change of an email. */
interface EmailChange {
  form: EmailChangeForm
  claims: Claims
  /** The auth record whose email the token can change; undefined if the token is invalid. */
  holder: TokenHolder | undefined
  /** The attempt that has to be counted before the change. */
  attempt: Attempt
}

/** Finds the auth record of a token that was mailed to its new email. */
export async function findEmailChange(app: TokenContext, form: EmailChangeForm): Promise<EmailChange> {
  const claims = claimsOf(form.token)
  const owner = newEmailIn(claims) === '' ? undefined : await findRecordByToken(app, form.token, 'recordEmailChangeToken')
  const holder = owner && wasMailedTo(owner.record.values.email, claims) ? owner : undefined
  return { form, claims, holder, attempt: holder ? passwordAttempt(holder) : { kind: 'token' } }
}

/**
 * Validates the token and the password of a change.
 * @returns the auth record whose email changes, and its new email
 * @throws Rejection with issues by field
 */
export async function validateEmailChange(
  { db }: TokenContext,
  collection: AuthCollection,
  { form: { token, password }, claims, holder }: EmailChange,
): Promise<{ holder: TokenHolder; newEmail: string }> {
  const tokenIssue = required(token) ?? (await validateToken(db, collection, claims, holder))
  const isKnown = tokenIssue === undefined || tokenIssue === otherCollection
  const issues = collectIssues({
    token: tokenIssue,
    password: await validatePassword(db, password, isKnown ? holder : undefined),
  })
  if (!holder || Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  return { holder, newEmail: newEmailIn(claims) }
}

/**
 * Sets the email of an auth record to the verified new email in its token, and revokes all its tokens.
 * @throws Rejection with issues by field
 * @throws Error if the attempt was not counted
 */
export async function changeEmail(
  app: AuthContext,
  collection: AuthCollection,
  change: EmailChange,
  actor: Pick<Actor, 'counted'>,
  scripted?: ScriptedChange,
): Promise<void> {
  if (!isCounted(actor, change.attempt)) throw new Error('An attempt to guess a password or a token was not counted.')
  const { holder, newEmail } = await validateEmailChange(app, collection, change)
  return changeAuthRecord(
    app,
    holder,
    async (_, transaction) => {
      if (await findAuthRecordByEmail(transaction, collection, newEmail))
        throw new Rejection('conflict', { issues: { token: emailTaken(newEmail) } })
      return { email: newEmail, verified: true, tokenKey: randomSecret(50) }
    },
    'emailNotChanged',
    scripted,
  )
}
