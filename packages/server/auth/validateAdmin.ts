import type { Issue } from '@coffer/fields'
import { type Issues, maxPasswordBytes, minAdminPasswordLength } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { collectIssues, lengthBetween, mismatch, required, validateEmailFormat } from '../errors/fieldIssues.ts'
import type { Admin } from '../records/rules/Requester.ts'
import { idFormat, idTaken } from '../records/validation/validateId.ts'
import { findAdmin, findAdminByEmail } from './admins.ts'

/** The values of an admin as sent by a client or the command line. */
export interface AdminForm {
  id: string
  avatar: number
  email: string
  password: string
  passwordConfirm: string
}

export const emptyAdminForm: AdminForm = { id: '', avatar: 0, email: '', password: '', passwordConfirm: '' }

async function validateId(reader: Reader, form: AdminForm, stored: Admin | undefined): Promise<Issue | undefined> {
  if (form.id === '' || form.id === stored?.id) return undefined
  if (stored) return { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  return idFormat(form.id) ?? ((await findAdmin(reader, form.id)) ? idTaken : undefined)
}

function validateAvatar({ avatar }: AdminForm): Issue | undefined {
  if (avatar < 0) return { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 0.' }
  return avatar > 9 ? { code: 'validation_max_less_equal_than_required', message: 'Must be no greater than 9.' } : undefined
}

async function validateEmail(reader: Reader, { email }: AdminForm, stored: Admin | undefined): Promise<Issue | undefined> {
  const format = required(email) ?? lengthBetween(email, 1, 255) ?? validateEmailFormat(email)
  if (format) return format
  const owner = await findAdminByEmail(reader, email)
  return owner && owner.id !== stored?.id
    ? { code: 'validation_admin_email_exists', message: 'Admin email already exists.' }
    : undefined
}

/** Validates a new password and its confirmation. Both are required. */
export function validateNewPassword(password: string, passwordConfirm: string) {
  return {
    password: required(password) ?? lengthBetween(password, minAdminPasswordLength, maxPasswordBytes),
    passwordConfirm: required(passwordConfirm) ?? mismatch(password, passwordConfirm),
  }
}

/** Validates the passwords of a form. Without a password, a stored admin keeps its password, and a new admin is rejected. */
function validatePasswords({ password, passwordConfirm }: AdminForm, stored: Admin | undefined) {
  if (password !== '') return validateNewPassword(password, passwordConfirm)
  return { password: stored ? undefined : required(password), passwordConfirm: mismatch(password, passwordConfirm) }
}

/** Validates a form for a new or a stored admin. */
export async function validateAdmin(reader: Reader, form: AdminForm, stored: Admin | undefined): Promise<Issues> {
  return collectIssues({
    id: await validateId(reader, form, stored),
    avatar: validateAvatar(form),
    email: await validateEmail(reader, form, stored),
    ...validatePasswords(form, stored),
  })
}
