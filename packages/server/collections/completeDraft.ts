import type { Field } from '@coffer/fields'
import { authOptions, type Collection, type CollectionDraft, parseIndex, printIndex, viewOptions } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import { nowAfter } from '../runtime/now.ts'

const normalIndex = (statement: string): string => {
  const index = parseIndex(statement)
  return index ? printIndex(index) : statement
}

/** The collection that a draft without issues becomes; it takes the place of the stored one, if there is one. */
export const completeDraft = (draft: CollectionDraft, before: Collection | undefined): Collection => {
  const moment = nowAfter(before ?? {})
  const shared = {
    ...draft,
    id: before?.id ?? (draft.id || randomId()),
    created: before?.created || moment,
    updated: moment,
    // Every type was found to be one that there is.
    schema: draft.schema as Field[],
    indexes: draft.indexes.map(normalIndex),
  }
  if (draft.type === 'auth') return { ...shared, type: 'auth', options: authOptions.parse(draft.options) }
  if (draft.type === 'view') return { ...shared, type: 'view', options: viewOptions.parse(draft.options), dates: [] }
  return { ...shared, type: 'base', options: {} }
}
