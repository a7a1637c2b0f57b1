import type { AuthCollection } from '@coffer/schema'
import { unknownPasswordHash } from '../../crypto/passwords.ts'
import { randomSecret } from '../../crypto/randomText.ts'
import type { RecordWriter } from '../../records/changes/RecordWriter.ts'
import { addExternalAuth, findLinkedRecord, removeExternalAuths } from '../../records/rows/externalAuths.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { setColumns } from '../../records/setColumns.ts'
import type { ProviderProof } from './ProviderProof.ts'

/**
 * Returns the columns of an auth record that a sign-in through a provider changes. Someone who does not own the email address can have
 * created an unverified record, so its password and tokens are revoked, unless its own user makes the request, or the provider reports
 * the same unverified address with which the record was created.
 */
async function changesOf(
  { values }: StoredRecord,
  { user }: ProviderProof,
  isOwnRequest: boolean,
): Promise<Record<string, unknown>> {
  const verifiedEmail = user.isEmailVerified ? user.email : ''
  if (values.verified === true) return values.email === '' && verifiedEmail !== '' ? { email: verifiedEmail } : {}
  const email = values.email || verifiedEmail
  const isOwnSignUp = !user.isEmailVerified && values.email === user.email
  const isSuspect = !isOwnRequest && !isOwnSignUp && values.email !== ''
  return {
    ...(isSuspect && { passwordHash: await unknownPasswordHash(), tokenKey: randomSecret(50), lastResetSentAt: '' }),
    email,
    verified: email === verifiedEmail,
  }
}

/**
 * Links an auth record to a provider's user, if it is not linked yet, and stores a verified email address.
 * @param isOwnRequest whether the requester is the auth record itself
 */
export async function linkAuthRecord(
  records: RecordWriter,
  collection: AuthCollection,
  before: StoredRecord,
  proof: ProviderProof,
  isOwnRequest: boolean,
): Promise<StoredRecord> {
  const { transaction } = records
  const changes = await changesOf(before, proof, isOwnRequest)
  const recordId = String(before.values.id)
  const isChanged = Object.entries(changes).some(([column, value]) => before.values[column] !== value)
  const after = isChanged ? await setColumns(records, before, changes) : before
  if (after.values.verified !== true) await removeExternalAuths(transaction, collection.id, recordId)
  const { provider, user } = proof
  if ((await findLinkedRecord(transaction, collection.id, provider, user.id)) === undefined) {
    await addExternalAuth(transaction, { collectionId: collection.id, recordId, provider, providerId: user.id })
  }
  return after
}
