import type { Issue } from '@coffer/fields'
import { type AuthCollection, accountEmailFormat, type Collection, passwordLength, usernameFormat } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { blank } from '../../errors/fieldIssues.ts'
import type { AuthInput, Draft } from '../drafts/Draft.ts'
import type { Judge } from './Judge.ts'

const invalidValue: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const isTaken = async (reader: Reader, { collection, id }: Draft, condition: Sql): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${condition} AND id != ${id}`)) !== undefined

const judgeUsername = async (draft: Draft, { username }: AuthInput, reader: Reader): Promise<Issue | undefined> => {
  // If a new auth record has no username, `finishDraft` generates one.
  if (username === '') return draft.stored ? blank : undefined
  const issue = usernameFormat(username)
  if (issue) return issue
  return (await isTaken(reader, draft, sql`LOWER(username) = ${username.toLowerCase()}`))
    ? { code: 'validation_invalid_username', message: 'The username is invalid or already in use.' }
    : undefined
}

const judgeEmail = async (draft: Draft, { email }: AuthInput, options: AuthCollection['options'], judge: Judge) => {
  if (email === '') return options.requireEmail ? blank : undefined
  if (draft.stored && !judge.manages && email !== draft.stored.values.email) return invalidValue
  const issue = accountEmailFormat(email, options)
  if (issue) return issue
  return (await isTaken(judge.transaction, draft, sql`email = ${email}`))
    ? { code: 'validation_invalid_email', message: 'The email is invalid or already in use.' }
    : undefined
}

const judgePassword = (draft: Draft, input: AuthInput, options: AuthCollection['options']): Issue | undefined => {
  const asked = !draft.stored || input.passwordConfirm !== '' || input.oldPassword !== ''
  if (input.password === '') return asked ? blank : undefined
  return passwordLength(input.password, options)
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

/** Validates the submitted columns of an auth record. */
export const validateAuth = async (draft: Draft, judge: Judge): Promise<Record<string, Issue | undefined>> => {
  const { auth, collection, stored } = draft
  if (!auth || !isAuth(collection)) return {}
  const { options } = collection
  const claimsVerified = !judge.manages && auth.verified && stored?.values.verified !== true
  return {
    username: await judgeUsername(draft, auth, judge.transaction),
    email: await judgeEmail(draft, auth, options, judge),
    verified: claimsVerified ? invalidValue : undefined,
    password: judgePassword(draft, auth, options),
    passwordConfirm: judgePasswordConfirm(draft, auth),
    oldPassword: judgeOldPassword(draft, auth, judge),
  }
}
