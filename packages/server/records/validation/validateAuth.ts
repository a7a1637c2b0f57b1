import type { Issue } from '@coffer/fields'
import {
  type AuthCollection,
  type Collection,
  validateAuthEmailFormat,
  validatePasswordLength,
  validateUsernameFormat,
} from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { blank } from '../../errors/fieldIssues.ts'
import type { AuthInput, Draft } from '../drafts/Draft.ts'
import type { ValidationContext } from './ValidationContext.ts'

const invalidValue: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const isTaken = async (reader: Reader, { collection, id }: Draft, condition: Sql): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${condition} AND id != ${id}`)) !== undefined

const validateUsername = async (draft: Draft, { username }: AuthInput, reader: Reader): Promise<Issue | undefined> => {
  // If a new auth record has no username, `finishDraft` generates one.
  if (username === '') return draft.stored ? blank : undefined
  const issue = validateUsernameFormat(username)
  if (issue) return issue
  return (await isTaken(reader, draft, sql`LOWER(username) = ${username.toLowerCase()}`))
    ? { code: 'validation_invalid_username', message: 'The username is invalid or already in use.' }
    : undefined
}

const validateEmail = async (
  draft: Draft,
  { email }: AuthInput,
  options: AuthCollection['options'],
  context: ValidationContext,
) => {
  if (email === '') return options.requireEmail ? blank : undefined
  if (draft.stored && !context.manages && email !== draft.stored.values.email) return invalidValue
  const issue = validateAuthEmailFormat(email, options)
  if (issue) return issue
  return (await isTaken(context.transaction, draft, sql`email = ${email}`))
    ? { code: 'validation_invalid_email', message: 'The email is invalid or already in use.' }
    : undefined
}

const validatePassword = (draft: Draft, input: AuthInput, options: AuthCollection['options']): Issue | undefined => {
  const isRequired = !draft.stored || input.passwordConfirm !== '' || input.oldPassword !== ''
  if (input.password === '') return isRequired ? blank : undefined
  return validatePasswordLength(input.password, options)
}

const validatePasswordConfirm = (draft: Draft, input: AuthInput): Issue | undefined => {
  const isRequired = !draft.stored || input.password !== '' || input.oldPassword !== ''
  if (input.passwordConfirm === '') return isRequired ? blank : undefined
  return input.passwordConfirm === input.password
    ? undefined
    : { code: 'validation_values_mismatch', message: "Values don't match." }
}

const validateOldPassword = (draft: Draft, input: AuthInput, context: ValidationContext): Issue | undefined => {
  if (!draft.stored || context.manages) return undefined
  if (input.oldPassword === '') return input.password !== '' || input.passwordConfirm !== '' ? blank : undefined
  return context.isOldPasswordVerified
    ? undefined
    : { code: 'validation_invalid_old_password', message: 'Missing or invalid old password.' }
}

const isAuthCollection = (collection: Collection): collection is AuthCollection => collection.type === 'auth'

/** Validates the submitted columns of an auth record. */
export const validateAuth = async (draft: Draft, context: ValidationContext): Promise<Record<string, Issue | undefined>> => {
  const { auth, collection, stored } = draft
  if (!auth || !isAuthCollection(collection)) return {}
  const { options } = collection
  const claimsVerified = !context.manages && auth.verified && stored?.values.verified !== true
  return {
    username: await validateUsername(draft, auth, context.transaction),
    email: await validateEmail(draft, auth, options, context),
    verified: claimsVerified ? invalidValue : undefined,
    password: validatePassword(draft, auth, options),
    passwordConfirm: validatePasswordConfirm(draft, auth),
    oldPassword: validateOldPassword(draft, auth, context),
  }
}
