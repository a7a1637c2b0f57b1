import { now } from '../db/now.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import { present, required } from '../errors/fieldIssues.ts'
import type { App } from '../threads/App.ts'
import type { Effect } from '../threads/effects.ts'
import { findAdmin, updateAdmin } from './admins.ts'
import { hashPassword } from './passwords.ts'
import { withPassword } from './saveAdmin.ts'
import { invalidToken } from './tokenIssues.ts'
import { adminOfToken } from './tokens.ts'
import { judgeNewPassword } from './validateAdmin.ts'

interface ResetForm {
  token: string
  password: string
  passwordConfirm: string
}

/**
 * Sets the password of the administrator whose reset token it is, once: the token dies with the old password.
 * @throws ApiError 400 with issues by field
 */
export const resetAdminPassword = async (app: App, { token, password, passwordConfirm }: ResetForm): Promise<Effect[]> => {
  const owner = await adminOfToken(app, token, 'adminPasswordResetToken')
  const issues = present({
    token: required(token) ?? (owner ? undefined : invalidToken),
    ...judgeNewPassword(password, passwordConfirm),
  })
  if (!owner || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const passwordHash = await hashPassword(password)
  try {
    return await app.db.transaction(async (transaction): Promise<Effect[]> => {
      const stored = await findAdmin(transaction, owner.id)
      // Another request with the same token may have been first.
      if (stored?.tokenKey !== owner.tokenKey) throw badRequest(undefined, { token: invalidToken })
      await updateAdmin(transaction, { ...withPassword(stored, passwordHash), updated: now() })
      return [{ kind: 'tokensEnded', tokenKey: owner.tokenKey }]
    })
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('Failed to set new password.', {}, error)
  }
}
