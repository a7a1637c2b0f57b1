import { hashPassword } from '../crypto/passwords.ts'
import { randomId, randomSecret } from '../crypto/randomText.ts'
import type { Engine, Reader } from '../db/engine.ts'
import { ApiError, badRequest, notFound } from '../errors/ApiError.ts'
import type { Admin } from '../rules/Requester.ts'
import { now, nowAfter } from '../runtime/now.ts'
import type { AdminForm } from './AdminForm.ts'
import { countAdmins, deleteAdmin, findAdmin, insertAdmin, updateAdmin } from './admins.ts'
import { validateAdmin } from './validateAdmin.ts'

const assertValid = async (reader: Reader, form: AdminForm, stored?: Admin): Promise<void> => {
  const issues = await validateAdmin(reader, form, stored)
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
}

const wrapError = (message: string) => (error: unknown) => {
  throw error instanceof ApiError ? error : badRequest(message, {}, error)
}

/** Sets the password hash and revokes all tokens, including those for a password reset. */
export const withPassword = (admin: Admin, passwordHash: string): Admin => ({
  ...admin,
  passwordHash,
  tokenKey: randomSecret(50),
  lastResetSentAt: '',
})

/**
 * Creates an admin.
 * @param assertAllowed called inside the transaction, so that two requests cannot both create the first admin
 * @throws ApiError 400 with issues by field
 */
export const createAdmin = async (
  db: Engine,
  form: AdminForm,
  assertAllowed: (reader: Reader) => Promise<void> = async () => undefined,
): Promise<Admin> => {
  await assertValid(db, form)
  const passwordHash = await hashPassword(form.password)
  const moment = now()
  const admin: Admin = {
    id: form.id || randomId(),
    created: moment,
    updated: moment,
    avatar: form.avatar,
    email: form.email,
    tokenKey: randomSecret(50),
    passwordHash,
    lastResetSentAt: '',
  }
  await db
    .transaction(async transaction => {
      await assertAllowed(transaction)
      await assertValid(transaction, form)
      await insertAdmin(transaction, admin)
    })
    .catch(wrapError('Failed to create admin.'))
  return admin
}

/**
 * Changes an admin. Returns the admin before and after the change.
 * @param fill merges the submitted values into the stored ones
 * @throws ApiError 404 if there is no such admin, 400 with issues by field
 */
export const changeAdmin = async (
  db: Engine,
  id: string,
  fill: (stored: Admin) => AdminForm,
): Promise<{ before: Admin; after: Admin }> => {
  const known = await findAdmin(db, id)
  if (!known) throw notFound()
  const form = fill(known)
  await assertValid(db, form, known)
  const passwordHash = form.password === '' ? undefined : await hashPassword(form.password)
  return db
    .transaction(async transaction => {
      const stored = await findAdmin(transaction, id)
      if (!stored) throw notFound()
      const current = fill(stored)
      await assertValid(transaction, current, stored)
      const changed = { ...stored, email: current.email, avatar: current.avatar, updated: nowAfter(stored) }
      const after = passwordHash === undefined ? changed : withPassword(changed, passwordHash)
      await updateAdmin(transaction, after)
      return { before: stored, after }
    })
    .catch(wrapError('Failed to update admin.'))
}

/**
 * Deletes an admin and returns it.
 * @throws ApiError 404 if there is no such admin, 400 if it is the last one
 */
export const removeAdmin = (db: Engine, id: string): Promise<Admin> =>
  db.transaction(async transaction => {
    const admin = await findAdmin(transaction, id)
    if (!admin) throw notFound()
    if ((await countAdmins(transaction)) === 1) {
      throw new ApiError(400, 'Failed to delete admin.', {}, { reason: "You can't delete the only admin." })
    }
    await deleteAdmin(transaction, id)
    return admin
  })
