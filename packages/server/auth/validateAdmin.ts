import type { Issue } from '@coffer/fields'
import { longestPassword } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { emailFormat, lengthBetween, mismatch, present, required } from '../errors/fieldIssues.ts'
import { idFormat, idTaken } from '../records/validation/validateId.ts'
import type { Admin } from '../rules/Admin.ts'
import type { AdminForm } from './AdminForm.ts'
import { findAdmin, findAdminByEmail } from './admins.ts'

const judgeId = async (reader: Reader, form: AdminForm, stored: Admin | undefined): Promise<Issue | undefined> => {
  if (form.id === '' || form.id === stored?.id) return undefined
  if (stored) return { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  return idFormat(form.id) ?? ((await findAdmin(reader, form.id)) ? idTaken : undefined)
}

const judgeAvatar = ({ avatar }: AdminForm): Issue | undefined => {
  if (avatar < 0) return { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 0.' }
  return avatar > 9 ? { code: 'validation_max_less_equal_than_required', message: 'Must be no greater than 9.' } : undefined
}

const judgeEmail = async (reader: Reader, { email }: AdminForm, stored: Admin | undefined): Promise<Issue | undefined> => {
  const format = required(email) ?? lengthBetween(email, 1, 255) ?? emailFormat(email)
  if (format) return format
  const owner = await findAdminByEmail(reader, email)
  return owner && owner.id !== stored?.id
    ? { code: 'validation_admin_email_exists', message: 'Admin email already exists.' }
    : undefined
}

/** Judges a new password and its repetition, which both must be there. */
export const judgeNewPassword = (password: string, passwordConfirm: string) => ({
  password: required(password) ?? lengthBetween(password, 10, longestPassword),
  passwordConfirm: required(passwordConfirm) ?? mismatch(password, passwordConfirm),
})

/** Judges the passwords of a form: without one, the stored password stays, and a new administrator is refused. */
const judgePasswords = ({ password, passwordConfirm }: AdminForm, stored: Admin | undefined) => {
  if (password !== '') return judgeNewPassword(password, passwordConfirm)
  return { password: stored ? undefined : required(password), passwordConfirm: mismatch(password, passwordConfirm) }
}

/** Judges what a form says about a new administrator, or about a stored one. */
export const validateAdmin = async (reader: Reader, form: AdminForm, stored: Admin | undefined): Promise<Record<string, Issue>> =>
  present({
    id: await judgeId(reader, form, stored),
    avatar: judgeAvatar(form),
    email: await judgeEmail(reader, form, stored),
    ...judgePasswords(form, stored),
  })
