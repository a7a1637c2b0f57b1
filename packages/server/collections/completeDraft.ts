import type { Field } from '@coffer/fields'
import { authOptions, type Collection, type CollectionDraft, parseIndex, printIndex, viewOptions } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import { nowAfter } from '../runtime/now.ts'

function normalIndex(statement: string): string {
  const index = parseIndex(statement)
  return index ? printIndex(index) : statement
}

/** Creates the collection to store from a valid draft and the stored version, if there is one. */
export function completeDraft(draft: CollectionDraft, before: Collection | undefined): Collection {
  const moment = nowAfter(before ?? {})
  const shared = {
    ...draft,
    id: before?.id ?? (draft.id || randomId()),
    created: before?.created || moment,
    updated: moment,
    // Validation has checked that every field type exists.
    schema: draft.schema as Field[],
    indexes: draft.indexes.map(normalIndex),
  }
  if (draft.type === 'auth') return { ...shared, type: 'auth', options: authOptions.parse(draft.options) }
  if (draft.type === 'view') return { ...shared, type: 'view', options: viewOptions.parse(draft.options), dates: [] }
  return { ...shared, type: 'base', options: {} }
}
