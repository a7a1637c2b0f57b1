import type { CollectionType } from '@coffer/schema'

const commonFields = ['id', 'created', 'updated'] as const
const authFields = ['username', 'email', 'emailVisibility', 'verified'] as const

/** Names of the fields that every collection of a type has. */
export function systemFields(type: CollectionType): readonly string[] {
  return type === 'auth' ? [...commonFields, ...authFields] : commonFields
}
