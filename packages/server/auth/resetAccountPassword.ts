import { type AuthCollection, longestPassword } from '@coffer/schema'
import { hashPassword } from '../crypto/passwords.ts'
import { randomSecret } from '../crypto/randomText.ts'
import { badRequest } from '../errors/ApiError.ts'
import { lengthBetween, mismatch, present, required } from '../errors/fieldIssues.ts'
import type { Effect } from '../messages/Effect.ts'
import type { AuthContext } from './AuthContext.ts'
import { changeAccount, readHolder, wasMailedTo } from './changeAccount.ts'
import { invalidToken, otherCollection } from './tokenIssues.ts'
import { recordOfToken } from './tokens.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** The longest password that the form of the wire takes, though no longer one than `longestPassword` can be stored. */
const longestSent = 100

/** With no least length, there is only one to exceed. */
const judgeLength = (password: string, least: number, longest: number) =>
  least > 0 || password.length === 0
    ? lengthBetween(password, least, longest)
    : lengthBetween(password, 0, longest) && {
        code: 'validation_length_too_long',
        message: `The length must be no more than ${longest}.`,
      }

/**
 * Sets the password of the account whose reset token it is, once: all its tokens die with the old one. The mail with the token
 * went to the email that the account has, which is verified thereby.
 * @throws ApiError 400 with issues by field
 */
export const resetAccountPassword = async (app: AuthContext, collection: AuthCollection, form: ResetForm): Promise<Effect[]> => {
  const { token, password, passwordConfirm } = form
  const least = collection.options.minPasswordLength
  const owner = await recordOfToken(app, token, 'recordPasswordResetToken')
  const holder = owner && wasMailedTo(owner.record.values.email, owner.claims) ? owner : undefined
  const tokenIssue = holder ? (holder.collection.id === collection.id ? undefined : otherCollection) : invalidToken
  const issues = present({
    token: required(token) ?? tokenIssue,
    password: required(password) ?? judgeLength(password, least, longestSent),
    passwordConfirm: required(passwordConfirm) ?? mismatch(password, passwordConfirm),
  })
  if (!holder || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const tooLong = judgeLength(password, least, longestPassword)
  if (tooLong) throw badRequest(undefined, { password: tooLong })
  const passwordHash = await hashPassword(password, () => readHolder(app.db, holder))
  return changeAccount(
    app,
    holder,
    async ({ values }) => ({
      ...{ passwordHash, tokenKey: randomSecret(50), lastResetSentAt: '' },
      verified: values.verified === true || values.email !== '',
    }),
    'Failed to set new password.',
  )
}
