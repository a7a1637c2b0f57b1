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
import { blank, mismatch, valuesMismatch } from '../../errors/fieldIssues.ts'
import type { AuthInput, PendingRecord } from '../pending/PendingRecord.ts'
import type { ValidationContext } from './ValidationContext.ts'

/** The issue of a column that only managers of the record can change. */
const invalidValue: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.', newer: valuesMismatch }

const isTaken = async (reader: Reader, { collection, id }: PendingRecord, condition: Sql): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${condition} AND id != ${id}`)) !== undefined

async function validateUsername(pending: PendingRecord, { username }: AuthInput, reader: Reader): Promise<Issue | undefined> {
  // If a new auth record has no username, `completePendingRecord` generates one.
  if (username === '') return pending.stored ? blank : undefined
  const issue = validateUsernameFormat(username)
  if (issue) return issue
  return (await isTaken(reader, pending, sql`${reader.dialect.lower(sql`username`)} = ${username.toLowerCase()}`))
    ? { code: 'validation_invalid_username', message: 'The username is invalid or already in use.' }
    : undefined
}

async function validateEmail(
  pending: PendingRecord,
  { email }: AuthInput,
  options: AuthCollection['options'],
  context: ValidationContext,
) {
  if (email === '') return options.requireEmail ? blank : undefined
  if (pending.stored && !context.manages && email !== pending.stored.values.email) return invalidValue
  const issue = validateAuthEmailFormat(email, options)
  if (issue) return issue
  return (await isTaken(context.transaction, pending, sql`email = ${email}`))
    ? { code: 'validation_invalid_email', message: 'The email is invalid or already in use.' }
    : undefined
}

function validatePassword(pending: PendingRecord, input: AuthInput, options: AuthCollection['options']): Issue | undefined {
  const isRequired = !pending.stored || input.passwordConfirm !== '' || input.oldPassword !== ''
  if (input.password === '') return isRequired ? blank : undefined
  return validatePasswordLength(input.password, options)
}

function validatePasswordConfirm(pending: PendingRecord, input: AuthInput): Issue | undefined {
  const isRequired = !pending.stored || input.password !== '' || input.oldPassword !== ''
  if (input.passwordConfirm === '') return isRequired ? blank : undefined
  return mismatch(input.password, input.passwordConfirm)
}

function validateOldPassword(pending: PendingRecord, input: AuthInput, context: ValidationContext): Issue | undefined {
  if (!pending.stored || context.manages) return undefined
  if (input.oldPassword === '') return input.password !== '' || input.passwordConfirm !== '' ? blank : undefined
  return context.isOldPasswordVerified
    ? undefined
    : { code: 'validation_invalid_old_password', message: 'Missing or invalid old password.' }
}

const isAuthCollection = (collection: Collection): collection is AuthCollection => collection.type === 'auth'

/** Validates the submitted columns of an auth record. */
export async function validateAuth(
  pending: PendingRecord,
  context: ValidationContext,
): Promise<Record<string, Issue | undefined>> {
  const { auth, collection, stored } = pending
  if (!auth || !isAuthCollection(collection)) return {}
  const { options } = collection
  const before = stored?.values.verified === true
  const changesVerified = !context.manages && auth.verified !== before && (auth.verified || pending.isNewer === true)
  return {
    username: await validateUsername(pending, auth, context.transaction),
    email: await validateEmail(pending, auth, options, context),
    verified: changesVerified ? invalidValue : undefined,
    password: validatePassword(pending, auth, options),
    passwordConfirm: validatePasswordConfirm(pending, auth),
    oldPassword: validateOldPassword(pending, auth, context),
  }
}
