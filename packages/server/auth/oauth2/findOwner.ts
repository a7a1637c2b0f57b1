import type { AuthCollection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { findRecord } from '../../records/stored/findRecord.ts'
import type { StoredRecord } from '../../records/stored/StoredRecord.ts'
import { findLinkedRecord } from '../externalAuths.ts'
import { findAccountByEmail } from '../findAccount.ts'
import type { Requester } from '../Requester.ts'
import type { ProviderProof } from './ProviderProof.ts'

/**
 * Whose account it is that a provider vouches for: the one that is linked to it; else that of whoever asks, to be linked; else
 * the one with the email that the provider vouches for.
 */
export const findOwner = async (
  transaction: Transaction,
  collection: AuthCollection,
  requester: Requester,
  { provider, user }: ProviderProof,
): Promise<StoredRecord | undefined> => {
  const linked = await findLinkedRecord(transaction, collection.id, provider, user.id)
  if (linked !== undefined) return findRecord(transaction, collection, linked)
  if (requester.kind === 'authRecord' && requester.collection.id === collection.id) {
    return findRecord(transaction, collection, String(requester.record.values.id))
  }
  return user.email === '' ? undefined : findAccountByEmail(transaction, collection, user.email)
}
