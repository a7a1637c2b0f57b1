import type { Issue } from '@coffer/fields'
import { type AuthCollection, maxPasswordBytes } from '@coffer/schema'
import { hashPassword } from '../crypto/passwords.ts'
import { randomSecret } from '../crypto/randomText.ts'
import { collectIssues, lengthBetween, mismatch, required } from '../errors/fieldIssues.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { ScriptedChange } from '../records/RecordInput.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAuthRecord, loadTokenHolder, type TokenHolder, wasMailedTo } from './changeAuthRecord.ts'
import { findRecordByToken, invalidToken, otherCollection, type TokenContext } from './tokens.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** Maximum password length in the form of PocketBase 0.22. Only `maxPasswordBytes` bytes can be stored. */
const maxFormPasswordLength = 100
/** The same in PocketBase 0.23 and later. */
const maxNewerFormLength = 255

/** Adds what PocketBase 0.23 and later say, whose form allows more. */
function withNewer(issue: Issue | undefined, min: number): Issue | undefined {
  const message = `The length must be between ${min} and ${maxNewerFormLength}.`
  return issue && { ...issue, newer: { code: issue.code, message, params: { min, max: maxNewerFormLength } } }
}

/** Validates the length. Without a minimum length, the message only names the maximum. */
const validateLength = (password: string, minLength: number, maxLength: number) =>
  minLength > 0 || password.length === 0
    ? lengthBetween(password, minLength, maxLength)
    : lengthBetween(password, 0, maxLength) && {
        code: 'validation_length_too_long',
        message: `The length must be no more than ${maxLength}.`,
      }

/**
 * Finds the auth record whose password a reset token can set, and validates the new password.
 * @throws Rejection with issues by field
 */
export async function findPasswordReset(
  app: TokenContext,
  collection: AuthCollection,
  { token, password, passwordConfirm }: ResetForm,
): Promise<TokenHolder> {
  const minLength = collection.options.minPasswordLength
  const owner = await findRecordByToken(app, token, 'recordPasswordResetToken')
  const holder = owner && wasMailedTo(owner.record.values.email, owner.claims) ? owner : undefined
  const tokenIssue = holder ? (holder.collection.id === collection.id ? undefined : otherCollection) : invalidToken
  const issues = collectIssues({
    token: required(token) ?? tokenIssue,
    password: required(password) ?? withNewer(validateLength(password, minLength, maxFormPasswordLength), minLength),
    passwordConfirm: required(passwordConfirm) ?? mismatch(password, passwordConfirm),
  })
  if (!holder || Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  const tooLong = validateLength(password, minLength, maxPasswordBytes)
  if (tooLong) throw new Rejection('invalid', { issues: { password: tooLong } })
  return holder
}

/**
 * Sets the password of the auth record that a reset token belongs to. This revokes all its tokens, including this one. The token was
 * mailed to the current email, so the email counts as verified.
 * @throws Rejection with issues by field
 */
export async function resetRecordPassword(
  app: AuthContext,
  collection: AuthCollection,
  form: ResetForm,
  scripted?: ScriptedChange,
): Promise<void> {
  const holder = await findPasswordReset(app, collection, form)
  const passwordHash = await hashPassword(form.password, { stillWanted: () => loadTokenHolder(app.db, holder) })
  return changeAuthRecord(
    app,
    holder,
    async ({ values }) => ({
      passwordHash,
      tokenKey: randomSecret(50),
      lastResetSentAt: '',
      verified: values.verified === true || values.email !== '',
    }),
    'passwordNotSet',
    scripted,
  )
}
