import type { CollectionType } from '@coffer/schema'

const everywhere = ['id', 'created', 'updated'] as const
const ofAccounts = ['username', 'email', 'emailVisibility', 'verified'] as const

/** Fields that every collection of a type has by itself. */
export const systemFields = (type: CollectionType): readonly string[] =>
  type === 'auth' ? [...everywhere, ...ofAccounts] : everywhere
