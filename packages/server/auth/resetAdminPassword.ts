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
import { findAdminByToken, invalidToken } from './tokens.ts'
import { validateNewPassword } from './validateAdmin.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/** Loads the current version of a token's admin. Throws if another request has already used the token or changed the email. */
async function readOwner(reader: Reader, { id, tokenKey, email }: Admin): Promise<Admin> {
  const stored = await findAdmin(reader, id)
  if (stored?.tokenKey !== tokenKey || stored.email !== email) {
    throw new Rejection('invalid', { issues: { token: invalidToken } })
  }
  return stored
}

/**
 * Sets the password of the admin that a reset token belongs to. This revokes all tokens of the admin, including this one.
 * @throws Rejection with issues by field
 */
export async function resetAdminPassword(app: AuthContext, { token, password, passwordConfirm }: ResetForm): Promise<void> {
  const known = await findAdminByToken(app, token, 'adminPasswordResetToken')
  const owner = known && wasMailedTo(known.email, claimsOf(token)) ? known : undefined
  const issues = collectIssues({
    token: required(token) ?? (owner ? undefined : invalidToken),
    ...validateNewPassword(password, passwordConfirm),
  })
  if (!owner || Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  const passwordHash = await hashPassword(password, { stillWanted: () => readOwner(app.db, owner) })
  try {
    await app.db.transaction(async transaction => {
      const stored = await readOwner(transaction, owner)
      await updateAdmin(transaction, stored, { ...withPassword(stored, passwordHash), updated: nowAfter(stored) })
    })
  } catch (error) {
    throw toRejection(error, 'passwordNotSet')
  }
}
