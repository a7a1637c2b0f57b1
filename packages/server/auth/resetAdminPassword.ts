import { claimsOf } from '../crypto/jwt.ts'
import { hashPassword } from '../crypto/passwords.ts'
import type { Reader } from '../db/engine.ts'
import { collectIssues, required } from '../errors/fieldIssues.ts'
import { Rejection, toRejection } from '../errors/Rejection.ts'
import type { Admin } from '../records/rules/Requester.ts'
import { nowAfter } from '../runtime/now.ts'
import type { AuthContext } from './AuthContext.ts'
import { findAdmin, updateAdmin } from './admins.ts'
import { wasMailedTo } from './changeAuthRecord.ts'
import { withPassword } from './saveAdmin.ts'
import { findAdminByToken, invalidToken, type TokenContext } from './tokens.ts'
import { validateNewPassword } from './validateAdmin.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** Loads the current version of a token's admin. Throws if another request has already used the token or changed the email. */
export async function loadTokenOwner(
  reader: Reader,
  { id, tokenKey, email }: Pick<Admin, 'id' | 'tokenKey' | 'email'>,
): Promise<Admin> {
  const stored = await findAdmin(reader, id)
  if (stored?.tokenKey !== tokenKey || stored.email !== email) {
    throw new Rejection('invalid', { issues: { token: invalidToken } })
  }
  return stored
}

/**
 * Finds the admin whose password a reset token can set, and validates the new password.
 * @throws Rejection with issues by field
 */
export async function findAdminPasswordReset(app: TokenContext, { token, password, passwordConfirm }: ResetForm): Promise<Admin> {
  const known = await findAdminByToken(app, token, 'adminPasswordResetToken')
  const owner = known && wasMailedTo(known.email, claimsOf(token)) ? known : undefined
  const issues = collectIssues({
    token: required(token) ?? (owner ? undefined : invalidToken),
    ...validateNewPassword(password, passwordConfirm),
  })
  if (!owner || Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  return owner
}

/**
 * Sets the password of the admin that a reset token belongs to. This revokes all tokens of the admin, including this one.
 * @throws Rejection with issues by field
 */
export async function resetAdminPassword(app: AuthContext, form: ResetForm): Promise<void> {
  const owner = await findAdminPasswordReset(app, form)
  const passwordHash = await hashPassword(form.password, { stillWanted: () => loadTokenOwner(app.db, owner) })
  try {
    await app.db.transaction(async transaction => {
      const stored = await loadTokenOwner(transaction, owner)
      await updateAdmin(transaction, stored, { ...withPassword(stored, passwordHash), updated: nowAfter(stored) })
    })
  } catch (error) {
    throw toRejection(error, 'passwordNotSet')
  }
}
