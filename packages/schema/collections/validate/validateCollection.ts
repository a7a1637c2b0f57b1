import type { Issue } from '@coffer/fields'
import { parseIndex } from '../../indexes/parseIndex.ts'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { required } from '../../issues/rules.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateFields } from './validateFields.ts'
import { validateId } from './validateId.ts'
import { validateName } from './validateName.ts'
import { validateOptions } from './validateOptions.ts'
import { validateRules } from './validateRules.ts'

/** Validates the type of a collection, which never changes. */
function validateType({ type }: CollectionDraft, { before }: ValidationContext): Issue | undefined {
  const missing = required(type)
  if (missing) return missing
  if (!['base', 'auth', 'view'].includes(type)) return { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  return before && before.type !== type
    ? { code: 'validation_collection_type_change', message: 'Collection type cannot be changed.' }
    : undefined
}

/** Validates the system flag of a collection, which never changes. */
const validateSystem = ({ system }: CollectionDraft, { before }: ValidationContext): Issue | undefined =>
  before && before.system !== system
    ? { code: 'validation_collection_system_flag_change', message: 'System collection state cannot be changed.' }
    : undefined

/** Validates the syntax of the indexes up to the first error. Only the database can tell whether an index can be built. */
function validateIndexes({ type, indexes }: CollectionDraft): Issue | Issues {
  if (type === 'view') {
    if (indexes.length === 0) return {}
    return { code: 'validation_indexes_not_supported', message: "The collection doesn't support indexes." }
  }
  const wrong = indexes.findIndex(index => parseIndex(index) === undefined)
  if (wrong === -1) return {}
  return { [wrong]: { code: 'validation_invalid_index_expression', message: 'Invalid CREATE INDEX expression.' } }
}

/** Validates a collection and returns its issues by key; empty when it is valid. Each key is validated independently. */
export function validateCollection(draft: CollectionDraft, context: ValidationContext): Issues {
  return collectIssues({
    id: validateId(draft.id, context),
    system: validateSystem(draft, context),
    type: validateType(draft, context),
    name: validateName(draft, context),
    schema: validateFields(draft, context),
    ...validateRules(draft, context),
    indexes: validateIndexes(draft),
    options: validateOptions(draft, context),
  })
}
