import type { AuthCollection } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { findLinkedRecord } from '../../records/rows/externalAuths.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import { findAuthRecordByEmail } from '../findAuthRecord.ts'
import type { ProviderProof } from './ProviderProof.ts'

/** Thrown when an auth record has the email address of a provider's user, and the provider has not verified that address. */
export class UnverifiedEmailError extends Rejection {
  constructor(providerName: string) {
    const message = `An account with this email address already exists, and ${providerName} does not prove that the address is yours. Sign in another way, then link ${providerName} to your account.`
    super('conflict', { message, issues: { email: { code: 'validation_email_unproven', message } } })
  }
}

/**
 * Finds the auth record for a provider's user: the linked record, else the signed-in requester (who gets linked), else the record
 * with the email address that the provider has verified.
 * @throws UnverifiedEmailError if only an unverified email address matches a record
 */
export async function findOwner(
  reader: Reader,
  collection: AuthCollection,
  requester: Requester,
  { provider, displayName, user }: ProviderProof,
): Promise<StoredRecord | undefined> {
  const linked = await findLinkedRecord(reader, collection.id, provider, user.id)
  if (linked !== undefined) return findRecord(reader, collection, linked)
  if (requester.kind === 'authRecord' && requester.collection.id === collection.id) {
    return findRecord(reader, collection, String(requester.record.values.id))
  }
  const holder = user.email === '' ? undefined : await findAuthRecordByEmail(reader, collection, user.email)
  if (holder && !user.isEmailVerified) throw new UnverifiedEmailError(displayName)
  return holder
}
