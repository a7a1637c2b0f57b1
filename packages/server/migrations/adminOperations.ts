import { findAdmin, findAdminByEmail, insertAdmin, updateAdmin } from '../auth/admins.ts'
import { newAdmin, withPassword } from '../auth/saveAdmin.ts'
import { hashPassword } from '../crypto/passwords.ts'
import type { Transaction } from '../db/engine.ts'
import type { Plain } from '../pb/Host.ts'
import { nowAfter } from '../runtime/now.ts'

/**
 * Saves an admin of a script. A password revokes all tokens.
 * @throws Error if the email is missing or belongs to another admin, or a new admin has no password
 */
export async function saveAdmin(transaction: Transaction, given: Plain): Promise<Plain> {
  const textOf = (name: string) => String(given[name] ?? '')
  const [email, password, id] = [textOf('email'), textOf('password'), textOf('id')]
  if (!email) throw new Error('An admin needs an email.')
  const stored = id ? await findAdmin(transaction, id) : undefined
  const other = await findAdminByEmail(transaction, email)
  if (other && other.id !== stored?.id) throw new Error(`There is already an admin ${email}.`)
  if (!stored && !password) throw new Error('A new admin needs a password: call setPassword().')
  const passwordHash = password ? await hashPassword(password) : undefined
  const avatar = Number(given.avatar ?? 0)
  if (stored) {
    const changed = { ...stored, email, avatar, tokenKey: textOf('tokenKey') || stored.tokenKey, updated: nowAfter(stored) }
    const after = passwordHash === undefined ? changed : withPassword(changed, passwordHash)
    await updateAdmin(transaction, stored, after)
    return { ...after }
  }
  const admin = newAdmin({ id, avatar, email }, passwordHash ?? '')
  await insertAdmin(transaction, admin)
  return { ...admin }
}
