import type { Issue } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import { claimsOf } from '../crypto/jwt.ts'
import { required } from '../errors/fieldIssues.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { ScriptedChange } from '../records/RecordInput.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAuthRecord, type TokenHolder } from './changeAuthRecord.ts'
import { findRecordByToken, invalidToken, otherCollection, type TokenContext } from './tokens.ts'

const noEmail: Issue = { code: 'validation_invalid_token_claims', message: 'Missing email token claim.' }

const otherEmail: Issue = {
  code: 'validation_token_email_mismatch',
  message: "The record email doesn't match with the requested token claims.",
}

function validateToken(collection: AuthCollection, token: string, holder: TokenHolder | undefined): Issue | undefined {
  const { email } = claimsOf(token)
  if (typeof email !== 'string' || email === '') return noEmail
  if (!holder) return invalidToken
  if (holder.collection.id !== collection.id) return otherCollection
  return holder.record.values.email === email ? undefined : otherEmail
}

/**
 * Finds the auth record that a verification token can verify.
 * @throws Rejection `invalid` with an issue for the token
 */
export async function findVerification(app: TokenContext, collection: AuthCollection, token: string): Promise<TokenHolder> {
  const holder = token === '' ? undefined : await findRecordByToken(app, token, 'recordVerificationToken')
  const issue = required(token) ?? validateToken(collection, token, holder)
  if (issue || !holder) throw new Rejection('invalid', { issues: { token: issue ?? invalidToken } })
  return holder
}

/**
 * Marks the auth record that a verification token belongs to as verified. Repeating the request changes nothing.
 * @throws Rejection `invalid` with an issue for the token
 */
export async function verifyAuthRecord(
  app: AuthContext,
  collection: AuthCollection,
  token: string,
  scripted?: ScriptedChange,
): Promise<void> {
  return changeAuthRecord(
    app,
    await findVerification(app, collection, token),
    async ({ values }) => (values.verified === true ? undefined : { verified: true }),
    'emailNotVerified',
    scripted,
  )
}
