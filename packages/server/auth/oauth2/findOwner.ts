import type { AuthCollection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { ProviderProof } from '../../messages/ProviderProof.ts'
import { findLinkedRecord } from '../../rows/externalAuths.ts'
import { findRecord } from '../../rows/findRecord.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Requester } from '../../rules/Requester.ts'
import { findAuthRecordByEmail } from '../findAuthRecord.ts'

/** Thrown when an auth record has the email address of a provider's user, and the provider has not verified that address. */
export class UnverifiedEmailError extends ApiError {
  constructor(providerName: string) {
    const message = `An account with this email address already exists, and ${providerName} does not prove that the address is yours. Sign in another way, then link ${providerName} to your account.`
    super(400, message, { email: { code: 'validation_email_unproven', message } })
  }
}

/**
 * Finds the auth record for a provider's user: the linked record, else the signed-in requester (who gets linked), else the record
 * with the email address that the provider has verified.
 * @throws UnverifiedEmailError if only an unverified email address matches a record
 */
export const findOwner = async (
  transaction: Transaction,
  collection: AuthCollection,
  requester: Requester,
  { provider, displayName, user }: ProviderProof,
): Promise<StoredRecord | undefined> => {
  const linked = await findLinkedRecord(transaction, collection.id, provider, user.id)
  if (linked !== undefined) return findRecord(transaction, collection, linked)
  if (requester.kind === 'authRecord' && requester.collection.id === collection.id) {
    return findRecord(transaction, collection, String(requester.record.values.id))
  }
  const holder = user.email === '' ? undefined : await findAuthRecordByEmail(transaction, collection, user.email)
  if (holder && !user.isEmailVerified) throw new UnverifiedEmailError(displayName)
  return holder
}
