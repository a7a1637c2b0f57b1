import { type AuthCollection, maxPasswordBytes } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { randomDigits, randomId, randomSecret } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import { badRequest } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { ProviderProof } from '../../messages/ProviderProof.ts'
import { findAllowedRow } from '../../records/access/findAllowed.ts'
import type { RecordWriter } from '../../records/changes/RecordWriter.ts'
import { completePendingRecord } from '../../records/pending/completePendingRecord.ts'
import { loadPendingRecord } from '../../records/pending/loadPendingRecord.ts'
import { resolveModifiers } from '../../records/pending/resolveModifiers.ts'
import { asText } from '../../records/pending/scalars.ts'
import { assertUnusedAuthId } from '../../records/validation/assertUnusedAuthId.ts'
import { validatePendingRecord } from '../../records/validation/validatePendingRecord.ts'
import type { ExistingIdCache } from '../../rows/ExistingIdCache.ts'
import { addExternalAuth } from '../../rows/externalAuths.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { conditionsOf } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import { requestValues } from '../../rules/requestValues.ts'

/** The data for a new auth record. */
export interface LinkedRecord {
  collection: AuthCollection
  catalog: Catalog
  existingIdCache: ExistingIdCache
  request: ApiRequest
  requester: Requester
  proof: ProviderProof
  /** Values from the client for the auth record. */
  createData: Record<string, unknown>
  /** Hash of the client's password; of a random one if the client sent none. */
  passwordHash: string
}

const maxUsernameAttempts = 10

const isUsername = (username: string): boolean =>
  Buffer.byteLength(username) >= 3 && Buffer.byteLength(username) <= 150 && /^\w[\w.-]*$/.test(username)

/** Returns the provider's username, with digits appended if it is taken; empty if it is not a valid username. */
const freeUsername = async (transaction: Transaction, collection: AuthCollection, wanted: string): Promise<string> => {
  if (!isUsername(wanted)) return ''
  let username = wanted
  for (let attempt = 0; attempt < maxUsernameAttempts && isUsername(username); attempt += 1) {
    if (!(await hasUsername(transaction, collection, username))) return username
    username = wanted + randomDigits(attempt + 3)
  }
  return ''
}

/** Returns a random password if the client sends none, because users of a provider do not need one. */
const passwordOf = (createData: Record<string, unknown>): Record<string, unknown> => {
  if (asText(createData.password) !== '') return {}
  const password = randomSecret(maxPasswordBytes)
  return { password, passwordConfirm: password }
}

const assertAllowed = async (transaction: Transaction, newRecord: LinkedRecord, id: string): Promise<void> => {
  const { collection, catalog, request, requester, createData } = newRecord
  const conditions = conditionsOf(collection, 'create', requester)
  if (conditions.length === 0) return
  const values = requestValues(request, requester, resolveModifiers(collection, createData, undefined), 'oauth2')
  const lookup = { catalog, request: values }
  if (!(await findAllowedRow(transaction, collection, id, conditions, lookup)))
    throw new Error('The create rule does not allow this record.')
}

/**
 * Creates an auth record for a provider's user. Its email is always the provider's, and is only verified if the provider has verified it.
 * @throws ApiError 400 with issues by field; another error if the create rule does not allow the record
 */
export const createLinkedRecord = async (records: RecordWriter, newRecord: LinkedRecord): Promise<StoredRecord> => {
  const { transaction } = records
  const { collection, catalog, existingIdCache, proof, createData, passwordHash } = newRecord
  const { provider, user } = proof
  const values = {
    username: await freeUsername(transaction, collection, user.username),
    ...resolveModifiers(collection, createData, undefined),
    ...passwordOf(createData),
    email: user.email,
    verified: user.email === '' || user.isEmailVerified,
  }
  const pending = loadPendingRecord(collection, undefined, values, new Map(), asText(createData.id) || randomId())
  const issues = await validatePendingRecord(pending, {
    transaction,
    catalog,
    existingIdCache,
    manages: true,
    isOldPasswordVerified: true,
  })
  if (Object.keys(issues).length > 0) throw badRequest('Failed to authenticate.', issues)
  await assertUnusedAuthId(transaction, catalog, collection, pending.id)
  const record = await completePendingRecord(transaction, pending, { manages: true, passwordHash })
  await records.insert(record)
  await assertAllowed(transaction, newRecord, pending.id)
  await addExternalAuth(transaction, { collectionId: collection.id, recordId: pending.id, provider, providerId: user.id })
  return record
}
