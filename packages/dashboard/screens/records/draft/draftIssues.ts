import { type Field, fieldType, validateField } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/failure.ts'
import type { Draft } from './draft.ts'

const shortestId = 15

/**
 * What the rules that form and server share say of the values about to be sent, so that a mistake shows without a round trip.
 * The server judges again.
 */
export function draftIssues(collection: Collection, names: readonly string[], draft: Draft): FieldErrors {
  const issues: FieldErrors = {}
  const report = (name: string, message: string | undefined) => {
    if (message !== undefined && names.includes(name)) issues[name] = message
  }
  if (typeof draft.id === 'string' && draft.id !== '' && draft.id.length < shortestId) {
    report('id', `Must have at least ${shortestId} characters.`)
  }
  if (collection.type === 'auth') {
    if (collection.options.requireEmail && draft.email === '') report('email', 'Cannot be blank.')
    if (draft.password === '') report('password', 'Cannot be blank.')
    if (draft.passwordConfirm === '') report('passwordConfirm', 'Cannot be blank.')
    else if (draft.passwordConfirm !== draft.password) report('passwordConfirm', "Values don't match.")
  }
  for (const field of collection.schema) report(field.name, fieldIssue(field, draft[field.name]))
  return issues
}

function fieldIssue(field: Field, value: unknown): string | undefined {
  const type = fieldType(field)
  const misread = typeof value === 'string' ? type.misread?.(value) : undefined
  if (misread) return misread.message
  const judged = type.holdsFiles ? withNames(value) : value
  return validateField(field, type.normalize(judged, field.options))?.message
}

/** A new file counts as a name, which is all that the rules of files look at. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, at) => (item instanceof File ? `${at}/${item.name}` : item))
  return value instanceof File ? value.name : value
}
