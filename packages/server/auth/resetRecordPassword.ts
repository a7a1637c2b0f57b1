import { type AuthCollection, maxPasswordBytes } from '@coffer/schema'
import { hashPassword } from '../crypto/passwords.ts'
import { randomSecret } from '../crypto/randomText.ts'
import { badRequest } from '../errors/ApiError.ts'
import { collectIssues, lengthBetween, mismatch, required } from '../errors/fieldIssues.ts'
import type { Effect } from '../messages/Effect.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAuthRecord, loadTokenHolder, wasMailedTo } from './changeAuthRecord.ts'
import { findRecordByToken, invalidToken, otherCollection } from './tokens.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** Maximum password length in the form of PocketBase 0.22. Only `maxPasswordBytes` bytes can be stored. */
const maxFormPasswordLength = 100

/** Validates the length. Without a minimum length, the message only names the maximum. */
const validateLength = (password: string, minLength: number, maxLength: number) =>
  minLength > 0 || password.length === 0
    ? lengthBetween(password, minLength, maxLength)
    : lengthBetween(password, 0, maxLength) && {
        code: 'validation_length_too_long',
        message: `The length must be no more than ${maxLength}.`,
      }

/**
 * Sets the password of the auth record that a reset token belongs to. This revokes all its tokens, including this one. The token was
 * mailed to the current email, so the email counts as verified.
 * @throws ApiError 400 with issues by field
 */
export const resetRecordPassword = async (app: AuthContext, collection: AuthCollection, form: ResetForm): Promise<Effect[]> => {
  const { token, password, passwordConfirm } = form
  const minLength = collection.options.minPasswordLength
  const owner = await findRecordByToken(app, token, 'recordPasswordResetToken')
  const holder = owner && wasMailedTo(owner.record.values.email, owner.claims) ? owner : undefined
  const tokenIssue = holder ? (holder.collection.id === collection.id ? undefined : otherCollection) : invalidToken
  const issues = collectIssues({
    token: required(token) ?? tokenIssue,
    password: required(password) ?? validateLength(password, minLength, maxFormPasswordLength),
    passwordConfirm: required(passwordConfirm) ?? mismatch(password, passwordConfirm),
  })
  if (!holder || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const tooLong = validateLength(password, minLength, maxPasswordBytes)
  if (tooLong) throw badRequest(undefined, { password: tooLong })
  const passwordHash = await hashPassword(password, () => loadTokenHolder(app.db, holder))
  return changeAuthRecord(
    app,
    holder,
    async ({ values }) => ({
      passwordHash,
      tokenKey: randomSecret(50),
      lastResetSentAt: '',
      verified: values.verified === true || values.email !== '',
    }),
    'Failed to set new password.',
  )
}
