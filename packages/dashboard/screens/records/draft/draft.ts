import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'

/** The values of a record form by field name, as in the API's JSON. New files are `File` objects. */
export type Draft = Record<string, unknown>

/** Returns the form values of a stored record, or the empty values for a new record. */
export function draftOf(collection: Collection, record: RecordJson | undefined): Draft {
  const draft: Draft = { id: record?.id ?? '' }
  if (collection.type === 'auth') {
    draft.username = record?.username ?? ''
    draft.email = record?.email ?? ''
    draft.emailVisibility = record?.emailVisibility ?? false
    draft.verified = record?.verified ?? false
    draft.password = ''
    draft.passwordConfirm = ''
  }
  for (const field of collection.schema) {
    const type = fieldType(field)
    draft[field.name] = record?.[field.name] ?? type.toJson(type.empty(field.options))
  }
  return draft
}

/** Returns the form values for a copy: all but the id and the files, which cannot be shared. */
export function duplicateOf(collection: Collection, record: RecordJson): Draft {
  const copy = draftOf(collection, record)
  const blank = draftOf(collection, undefined)
  for (const field of collection.schema) {
    if (fieldType(field).holdsFiles) copy[field.name] = blank[field.name]
  }
  return { ...copy, id: '' }
}

/** Returns the names of the values that differ from the base. */
export function changedNames(draft: Draft, base: Draft): string[] {
  return Object.keys(draft).filter(name => !isSame(draft[name], base[name]))
}

/** Returns the names of the values that someone else has changed since the form was filled, unless both changes are the same. */
export function conflictingNames(names: readonly string[], draft: Draft, base: Draft, current: Draft): string[] {
  return names.filter(name => !isSame(base[name], current[name]) && !isSame(draft[name], current[name]))
}
