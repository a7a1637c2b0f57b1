import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'

/** What a record's form holds, by name: values in the shape of the API's JSON, new files as `File`. */
export type Draft = Record<string, unknown>

/** The form of a stored record, or of one to be created. */
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

/** The form of a copy: everything but what belongs to the one record alone. */
export function duplicateOf(collection: Collection, record: RecordJson): Draft {
  const copy = draftOf(collection, record)
  const blank = draftOf(collection, undefined)
  for (const field of collection.schema) {
    if (fieldType(field).holdsFiles) copy[field.name] = blank[field.name]
  }
  return { ...copy, id: '' }
}

/** Names of the values that differ. */
export function changedNames(draft: Draft, base: Draft): string[] {
  return Object.keys(draft).filter(name => !isSame(draft[name], base[name]))
}

/** Names of the values that someone else changed since the form was filled, to others than are about to be written. */
export function conflictingNames(names: readonly string[], draft: Draft, base: Draft, current: Draft): string[] {
  return names.filter(name => !isSame(base[name], current[name]) && !isSame(draft[name], current[name]))
}
