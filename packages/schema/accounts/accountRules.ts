import { fieldTypes, type Issue } from '@coffer/fields'
import type { AuthCollection } from '../collections/Collection.ts'
import { lengthBetween } from '../issues/rules.ts'

type Options = AuthCollection['options']

/** Bytes of the longest password: bcrypt looks at no more, and longer ones are refused. */
export const longestPassword = 72

/** What is wrong with the form of a username; an empty one passes. */
export const usernameFormat = (username: string): Issue | undefined => {
  const length = lengthBetween(username, 3, 150)
  if (length || username === '') return length
  return /^\w[\w.-]*$/.test(username) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
}

/** What is wrong with the form of an account's address, or with its domain; an empty one passes. */
export const accountEmailFormat = (email: string, { onlyEmailDomains, exceptEmailDomains }: Options): Issue | undefined => {
  const length = lengthBetween(email, 1, 255)
  if (length) return length
  const options = { onlyDomains: onlyEmailDomains, exceptDomains: exceptEmailDomains }
  const issue = fieldTypes.email.validate(email, fieldTypes.email.options.parse(options))
  return issue?.code === 'validation_invalid_email'
    ? { code: 'validation_is_email', message: 'Must be a valid email address.' }
    : issue
}

/** What is wrong with the length of an account's password; an empty one passes. */
export const passwordLength = (password: string, { minPasswordLength }: Options): Issue | undefined =>
  lengthBetween(password, minPasswordLength, longestPassword)
