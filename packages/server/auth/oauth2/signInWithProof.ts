import type { AuthCollection } from '@coffer/schema'
import { unknownPasswordHash } from '../../crypto/passwords.ts'
import { ApiError, badRequest } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { ProviderProof } from '../../messages/ProviderProof.ts'
import { type RecordWriter, writeRecords } from '../../records/changes/RecordWriter.ts'
import { hashNewPassword } from '../../records/pending/hashNewPassword.ts'
import { uniqueIssues } from '../../records/validation/uniqueIssues.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Requester } from '../../rules/Requester.ts'
import type { AuthContext } from '../AuthContext.ts'
import { clearAlert } from '../loginAlert.ts'
import { createLinkedRecord } from './createLinkedRecord.ts'
import { findOwner, UnverifiedEmailError } from './findOwner.ts'
import { linkAuthRecord } from './linkAuthRecord.ts'

const failed = 'Failed to authenticate.'

/** A sign-in of a user whom a provider has authenticated. */
export interface ProviderSignIn {
  app: AuthContext
  request: ApiRequest
  requester: Requester
  collection: AuthCollection
  proof: ProviderProof
  /** Values from the client for a new auth record. */
  createData: Record<string, unknown>
}

interface SignedIn {
  record: StoredRecord
  isNew: boolean
  effects: Effect[]
}

const findOrCreate = async (
  records: RecordWriter,
  signIn: ProviderSignIn,
  passwordHash: string,
): Promise<Omit<SignedIn, 'effects'>> => {
  const { app, collection, requester, proof } = signIn
  const before = await findOwner(records.transaction, collection, requester, proof)
  if (!before) {
    const newRecord = { ...signIn, catalog: await app.catalog(), existingIdCache: app.existingIdCache, passwordHash }
    return { record: await createLinkedRecord(records, newRecord), isNew: true }
  }
  const isOwnRequest = requester.kind === 'authRecord' && requester.record.values.id === before.values.id
  await clearAlert(records.transaction, before)
  return { record: await linkAuthRecord(records, collection, before, proof, isOwnRequest), isNew: false }
}

/**
 * Finds or creates the auth record of a user whom a provider has authenticated, and links them.
 * @throws ApiError 400, with issues by field if a new auth record would be invalid
 */
export const signInWithProof = async (signIn: ProviderSignIn): Promise<SignedIn> => {
  const { app, collection, proof, createData } = signIn
  if (proof.user.id === '') throw badRequest(failed, {}, 'The provider returned no user id.')
  const passwordHash = (await hashNewPassword(createData)) ?? (await unknownPasswordHash())
  try {
    const { result, effects } = await writeRecords(app, records => findOrCreate(records, signIn, passwordHash))
    return { ...result, effects }
  } catch (error) {
    if (error instanceof UnverifiedEmailError) throw error
    if (error instanceof ApiError) throw new ApiError(400, failed, error.data, { cause: error.cause ?? error.message })
    throw badRequest(failed, uniqueIssues(collection, error), error)
  }
}
