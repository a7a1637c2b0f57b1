import { fieldTypes, type Issue } from '@coffer/fields'
import type { AuthCollection, Collection } from '@coffer/schema'
import { longestPassword } from '../auth/passwords.ts'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { blank, lengthBetween } from '../errors/fieldIssues.ts'
import type { AuthInput, Draft } from './Draft.ts'
import type { Judge } from './Judge.ts'

const invalidValue: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const isTaken = async (reader: Reader, { collection, id }: Draft, condition: Sql): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${condition} AND id != ${id}`)) !== undefined

const judgeUsername = async (draft: Draft, { username }: AuthInput, reader: Reader): Promise<Issue | undefined> => {
  // An empty name of a new account is generated when it is stored.
  if (username === '') return draft.stored ? blank : undefined
  const length = lengthBetween(username, 3, 150)
  if (length) return length
  if (!/^\w[\w.-]*$/.test(username)) return { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
  return (await isTaken(reader, draft, sql`LOWER(username) = ${username.toLowerCase()}`))
    ? { code: 'validation_invalid_username', message: 'The username is invalid or already in use.' }
    : undefined
}

const judgeEmailText = (
  email: string,
  { onlyEmailDomains, exceptEmailDomains }: AuthCollection['options'],
): Issue | undefined => {
  const length = lengthBetween(email, 1, 255)
  if (length) return length
  const options = { onlyDomains: onlyEmailDomains, exceptDomains: exceptEmailDomains }
  const issue = fieldTypes.email.validate(email, fieldTypes.email.options.parse(options))
  return issue?.code === 'validation_invalid_email'
    ? { code: 'validation_is_email', message: 'Must be a valid email address.' }
    : issue
}

const judgeEmail = async (draft: Draft, { email }: AuthInput, options: AuthCollection['options'], judge: Judge) => {
  if (email === '') return options.requireEmail ? blank : undefined
  if (draft.stored && !judge.manages && email !== draft.stored.values.email) return invalidValue
  const issue = judgeEmailText(email, options)
  if (issue) return issue
  return (await isTaken(judge.reader, draft, sql`email = ${email}`))
    ? { code: 'validation_invalid_email', message: 'The email is invalid or already in use.' }
    : undefined
}

const judgePassword = (draft: Draft, input: AuthInput, { minPasswordLength }: AuthCollection['options']): Issue | undefined => {
  const asked = !draft.stored || input.passwordConfirm !== '' || input.oldPassword !== ''
  if (input.password === '') return asked ? blank : undefined
  return lengthBetween(input.password, minPasswordLength, longestPassword)
}

const judgePasswordConfirm = (draft: Draft, input: AuthInput): Issue | undefined => {
  const asked = !draft.stored || input.password !== '' || input.oldPassword !== ''
  if (input.passwordConfirm === '') return asked ? blank : undefined
  return input.passwordConfirm === input.password
    ? undefined
    : { code: 'validation_values_mismatch', message: "Values don't match." }
}

const judgeOldPassword = (draft: Draft, input: AuthInput, judge: Judge): Issue | undefined => {
  if (!draft.stored || judge.manages) return undefined
  if (input.oldPassword === '') return input.password !== '' || input.passwordConfirm !== '' ? blank : undefined
  return judge.knowsPassword
    ? undefined
    : { code: 'validation_invalid_old_password', message: 'Missing or invalid old password.' }
}

const isAuth = (collection: Collection): collection is AuthCollection => collection.type === 'auth'

/** Judges what a body says about an account. */
export const validateAuth = async (draft: Draft, judge: Judge): Promise<Record<string, Issue | undefined>> => {
  const { auth, collection, stored } = draft
  if (!auth || !isAuth(collection)) return {}
  const { options } = collection
  const claimsVerified = !judge.manages && auth.verified && stored?.values.verified !== true
  return {
    username: await judgeUsername(draft, auth, judge.reader),
    email: await judgeEmail(draft, auth, options, judge),
    verified: claimsVerified ? invalidValue : undefined,
    password: judgePassword(draft, auth, options),
    passwordConfirm: judgePasswordConfirm(draft, auth),
    oldPassword: judgeOldPassword(draft, auth, judge),
  }
}
