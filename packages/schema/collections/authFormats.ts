import { fieldTypes, type Issue } from '@coffer/fields'
import { lengthBetween } from '../issues/rules.ts'
import type { AuthCollection } from './Collection.ts'

type Options = AuthCollection['options']

/** Maximum length of a password in bytes. bcrypt ignores everything beyond 72 bytes, so longer passwords are rejected. */
export const maxPasswordBytes = 72

/** Minimum length of the password of an admin. */
export const minAdminPasswordLength = 10

/** Validates the length and characters of a username. An empty username is valid. */
export function validateUsernameFormat(username: string): Issue | undefined {
  const length = lengthBetween(username, 3, 150)
  if (length || username === '') return length
  return /^\w[\w.-]*$/.test(username) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
}

/** Validates the syntax and the domain of an auth record's email address. An empty address is valid. */
export function validateAuthEmailFormat(email: string, { onlyEmailDomains, exceptEmailDomains }: Options): Issue | undefined {
  const length = lengthBetween(email, 1, 255)
  if (length) return length
  const options = { onlyDomains: onlyEmailDomains, exceptDomains: exceptEmailDomains }
  const issue = fieldTypes.email.validate(email, fieldTypes.email.options.parse(options))
  return issue?.code === 'validation_invalid_email'
    ? { code: 'validation_is_email', message: 'Must be a valid email address.' }
    : issue
}

/** Validates the length of a password. An empty password is valid. */
export function validatePasswordLength(password: string, { minPasswordLength }: Options): Issue | undefined {
  return lengthBetween(password, minPasswordLength, maxPasswordBytes)
}
