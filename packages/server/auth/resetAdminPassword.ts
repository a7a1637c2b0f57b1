import { claimsOf } from '../crypto/jwt.ts'
import { hashPassword } from '../crypto/passwords.ts'
import type { Reader } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import { present, required } from '../errors/fieldIssues.ts'
import type { Effect } from '../messages/Effect.ts'
import type { Admin } from '../rules/Admin.ts'
import { nowAfter } from '../runtime/now.ts'
import type { AuthContext } from './AuthContext.ts'
import { findAdmin, updateAdmin } from './admins.ts'
import { wasMailedTo } from './changeAccount.ts'
import { withPassword } from './saveAdmin.ts'
import { invalidToken } from './tokenIssues.ts'
import { adminOfToken } from './tokens.ts'
import { judgeNewPassword } from './validateAdmin.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** The administrator of a token as stored now, if it is the token's still: another request with the same one may have been first. */
const readOwner = async (reader: Reader, { id, tokenKey, email }: Admin): Promise<Admin> => {
  const stored = await findAdmin(reader, id)
  if (stored?.tokenKey !== tokenKey || stored.email !== email) throw badRequest(undefined, { token: invalidToken })
  return stored
}

/**
 * Sets the password of the administrator whose reset token it is, once: the token dies with the old password.
 * @throws ApiError 400 with issues by field
 */
export const resetAdminPassword = async (
  app: AuthContext,
  { token, password, passwordConfirm }: ResetForm,
): Promise<Effect[]> => {
  const known = await adminOfToken(app, token, 'adminPasswordResetToken')
  const owner = known && wasMailedTo(known.email, claimsOf(token)) ? known : undefined
  const issues = present({
    token: required(token) ?? (owner ? undefined : invalidToken),
    ...judgeNewPassword(password, passwordConfirm),
  })
  if (!owner || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const passwordHash = await hashPassword(password, () => readOwner(app.db, owner))
  try {
    return await app.db.transaction(async (transaction): Promise<Effect[]> => {
      const stored = await readOwner(transaction, owner)
      await updateAdmin(transaction, { ...withPassword(stored, passwordHash), updated: nowAfter(stored) })
      return [{ kind: 'tokensEnded', tokenKey: owner.tokenKey }]
    })
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('Failed to set new password.', {}, error)
  }
}
