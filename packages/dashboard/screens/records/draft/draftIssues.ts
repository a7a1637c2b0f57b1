import { type Field, fieldType, validateField } from '@coffer/fields'
import { type AuthOptions, accountEmailFormat, blank, type Collection, passwordLength, usernameFormat } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { Draft } from './draft.ts'

const idLength = 15

/**
 * What the rules that form and server share say of the values about to be sent, so that a mistake shows without a round trip.
 * The server judges again.
 */
export function draftIssues(collection: Collection, names: readonly string[], draft: Draft): FieldErrors {
  const issues: FieldErrors = {}
  const report = (name: string, message: string | undefined) => {
    if (message !== undefined && names.includes(name)) issues[name] = message
  }
  if (typeof draft.id === 'string' && draft.id !== '' && draft.id.length !== idLength) {
    report('id', `Must have ${draft.id.length < idLength ? 'at least' : 'exactly'} ${idLength} characters.`)
  }
  if (collection.type === 'auth') {
    for (const [name, message] of Object.entries(accountIssues(collection.options, draft))) report(name, message)
  }
  for (const field of collection.schema) report(field.name, fieldIssue(field, draft[field.name]))
  return issues
}

function accountIssues(options: AuthOptions, draft: Draft): Record<string, string | undefined> {
  const [username, email, password] = [String(draft.username), String(draft.email), String(draft.password)]
  const confirmed = draft.passwordConfirm === draft.password ? undefined : "Values don't match."
  return {
    username: usernameFormat(username)?.message,
    email: email === '' && options.requireEmail ? blank.message : accountEmailFormat(email, options)?.message,
    password: password === '' ? blank.message : passwordLength(password, options)?.message,
    passwordConfirm: draft.passwordConfirm === '' ? blank.message : confirmed,
  }
}

/** Why a value of a form cannot be saved in a field. */
export function fieldIssue(field: Field, value: unknown): string | undefined {
  const type = fieldType(field)
  const misread = typeof value === 'string' ? type.misread?.(value) : undefined
  if (misread) return misread.message
  const judged = type.holdsFiles ? withNames(value) : value
  const issue = validateField(field, type.normalize(judged, field.options))
  // A required number must not be 0, which is no missing value to the person who typed it.
  return issue?.code === blank.code && value === 0 ? 'Must not be 0.' : issue?.message
}

/** A new file counts as a name, which is all that the rules of files look at. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, at) => (item instanceof File ? `${at}/${item.name}` : item))
  return value instanceof File ? value.name : value
}
