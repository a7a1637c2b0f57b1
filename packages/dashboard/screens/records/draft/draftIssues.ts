import { type Field, fieldType, validateField } from '@coffer/fields'
import {
  type AuthOptions,
  blank,
  type Collection,
  validateAuthEmailFormat,
  validatePasswordLength,
  validateUsernameFormat,
} from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { Draft } from './draft.ts'

const idLength = 15

/**
 * Validates the values to be sent with the rules that the dashboard shares with the server, so that mistakes show without a round
 * trip. The server validates again.
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
    username: validateUsernameFormat(username)?.message,
    email: email === '' && options.requireEmail ? blank.message : validateAuthEmailFormat(email, options)?.message,
    password: password === '' ? blank.message : validatePasswordLength(password, options)?.message,
    passwordConfirm: draft.passwordConfirm === '' ? blank.message : confirmed,
  }
}

const generates = (field: Field): boolean => fieldType(field).generate?.(field.options, () => 0) !== undefined

/** Validates a form value and returns the error message, if any. */
export function fieldIssue(field: Field, value: unknown): string | undefined {
  const type = fieldType(field)
  const textIssue = typeof value === 'string' ? type.validateText?.(value) : undefined
  if (textIssue) return textIssue.message
  // The server sets the date, or generates the text.
  if (type.setsDate || (value === '' && generates(field))) return undefined
  const checked = type.holdsFiles ? withNames(value) : value
  const issue = validateField(field, type.normalize(checked, field.options))
  // The server reports a required 0 as blank, but to the person who typed it, it is not missing.
  return issue?.code === blank.code && value === 0 ? 'Must not be 0.' : issue?.message
}

/** Replaces new files by names, since the shared rules validate only the number of files. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, at) => (item instanceof File ? `${at}/${item.name}` : item))
  return value instanceof File ? value.name : value
}
