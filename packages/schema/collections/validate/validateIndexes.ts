import type { Issue } from '@coffer/fields'
import { parseIndex } from '../../indexes/parseIndex.ts'
import type { Issues } from '../../issues/Issues.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'

/** Validates the syntax of the indexes up to the first error. Only the database can tell whether an index can be built. */
export const validateIndexes = ({ type, indexes }: CollectionDraft): Issue | Issues => {
  if (type === 'view') {
    if (indexes.length === 0) return {}
    return { code: 'validation_indexes_not_supported', message: "The collection doesn't support indexes." }
  }
  const wrong = indexes.findIndex(index => parseIndex(index) === undefined)
  if (wrong === -1) return {}
  return { [wrong]: { code: 'validation_invalid_index_expression', message: 'Invalid CREATE INDEX expression.' } }
}
