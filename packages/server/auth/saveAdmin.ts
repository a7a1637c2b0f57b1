import { hashPassword } from '../crypto/passwords.ts'
import { randomId, randomSecret } from '../crypto/randomText.ts'
import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { Rejection, toRejection } from '../errors/Rejection.ts'
import type { Admin } from '../records/rules/Requester.ts'
import { now, nowAfter } from '../runtime/now.ts'
import { countAdmins, deleteAdmin, findAdmin, insertAdmin, updateAdmin } from './admins.ts'
import { type AdminForm, validateAdmin } from './validateAdmin.ts'

/** @throws Rejection with issues by field */
export async function assertValidAdmin(reader: Reader, form: AdminForm, stored?: Admin): Promise<void> {
  const issues = await validateAdmin(reader, form, stored)
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
}

/** Revokes all tokens, including those for a password reset. */
function withoutTokens(admin: Admin): Admin {
  return { ...admin, tokenKey: randomSecret(50), lastResetSentAt: '' }
}

/** Sets the password hash and revokes all tokens, including those for a password reset. */
export function withPassword(admin: Admin, passwordHash: string): Admin {
  return withoutTokens({ ...admin, passwordHash })
}

/** Returns a new admin. An empty id is replaced by a generated one. */
export function newAdmin({ id, avatar, email }: Pick<Admin, 'id' | 'avatar' | 'email'>, passwordHash: string): Admin {
  const moment = now()
  return {
    id: id || randomId(),
    created: moment,
    updated: moment,
    avatar,
    email,
    tokenKey: randomSecret(50),
    passwordHash,
    lastResetSentAt: '',
  }
}

/** A change of admins that is ready to be made in a transaction, which validates it. It can run more than once. */
type AdminChange<T> = (transaction: Transaction) => Promise<T>

/** Prepares the creation of an admin: hashes the password, which takes too long for a transaction. */
export async function prepareNewAdmin(form: AdminForm): Promise<AdminChange<Admin>> {
  const admin = newAdmin(form, await hashPassword(form.password))
  return async transaction => {
    await assertValidAdmin(transaction, form)
    await insertAdmin(transaction, admin)
    return admin
  }
}

/**
 * Prepares a change of an admin.
 * @param fill merges the submitted values into the stored ones
 * @param password the new password; '' if it stays
 * @param newEmailRevokes whether a new email revokes all tokens, as since PocketBase 0.24
 */
export async function prepareAdminChange(
  id: string,
  fill: (stored: Admin) => AdminForm,
  password: string,
  newEmailRevokes: boolean,
): Promise<AdminChange<Admin>> {
  const passwordHash = password === '' ? undefined : await hashPassword(password)
  return async transaction => {
    const stored = await findAdmin(transaction, id)
    if (!stored) throw new Rejection('missing')
    const current = fill(stored)
    await assertValidAdmin(transaction, current, stored)
    const changed = { ...stored, email: current.email, avatar: current.avatar, updated: nowAfter(stored) }
    const withEmail = newEmailRevokes && changed.email !== stored.email ? withoutTokens(changed) : changed
    const after = passwordHash === undefined ? withEmail : withPassword(withEmail, passwordHash)
    await updateAdmin(transaction, stored, after)
    return after
  }
}

/**
 * Deletes an admin.
 * @throws Rejection `missing` if there is no such admin, `conflict` if it is the last one
 */
export async function removeAdminIn(transaction: Transaction, id: string): Promise<void> {
  const admin = await findAdmin(transaction, id)
  if (!admin) throw new Rejection('missing')
  if ((await countAdmins(transaction)) === 1) {
    throw new Rejection('conflict', { code: 'adminNotDeleted', reason: "You can't delete the only admin." })
  }
  await deleteAdmin(transaction, admin)
}

/**
 * Creates an admin.
 * @param assertAllowed called inside the transaction, so that two requests cannot both create the first admin
 * @throws Rejection with issues by field
 */
export async function createAdmin(
  db: Engine,
  form: AdminForm,
  assertAllowed: (reader: Reader) => Promise<void> = async () => undefined,
): Promise<Admin> {
  await assertValidAdmin(db, form)
  const insert = await prepareNewAdmin(form)
  return db
    .transaction(async transaction => {
      await assertAllowed(transaction)
      return insert(transaction)
    })
    .catch(error => {
      throw toRejection(error, 'adminNotCreated')
    })
}

/**
 * Changes an admin, and returns it.
 * @param fill merges the submitted values into the stored ones
 * @param newEmailRevokes see `prepareAdminChange`
 * @throws Rejection `missing` if there is no such admin, otherwise with issues by field
 */
export async function changeAdmin(
  db: Engine,
  id: string,
  fill: (stored: Admin) => AdminForm,
  newEmailRevokes = false,
): Promise<Admin> {
  const known = await findAdmin(db, id)
  if (!known) throw new Rejection('missing')
  const form = fill(known)
  await assertValidAdmin(db, form, known)
  const change = await prepareAdminChange(id, fill, form.password, newEmailRevokes)
  return db.transaction(change).catch(error => {
    throw toRejection(error, 'adminNotUpdated')
  })
}

/** Deletes an admin, see `removeAdminIn`. */
export function removeAdmin(db: Engine, id: string): Promise<void> {
  return db.transaction(transaction => removeAdminIn(transaction, id))
}
