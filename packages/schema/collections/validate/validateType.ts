import type { Issue } from '@coffer/fields'
import { required } from '../../issues/rules.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'

/** Validates the type of a collection, which never changes. */
export const validateType = ({ type }: CollectionDraft, { before }: ValidationContext): Issue | undefined => {
  const missing = required(type)
  if (missing) return missing
  if (!['base', 'auth', 'view'].includes(type)) return { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  return before && before.type !== type
    ? { code: 'validation_collection_type_change', message: 'Collection type cannot be changed.' }
    : undefined
}

/** Validates the system flag of a collection, which never changes. */
export const validateSystem = ({ system }: CollectionDraft, { before }: ValidationContext): Issue | undefined =>
  before && before.system !== system
    ? { code: 'validation_collection_system_flag_change', message: 'System collection state cannot be changed.' }
    : undefined
