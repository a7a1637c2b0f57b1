import type { CollectionType } from '@coffer/schema'

const commonFields = ['id', 'created', 'updated'] as const
const authFields = ['username', 'email', 'emailVisibility', 'verified'] as const

/** Names of the fields that every collection of a type has. */
export const systemFields = (type: CollectionType): readonly string[] =>
  type === 'auth' ? [...commonFields, ...authFields] : commonFields
