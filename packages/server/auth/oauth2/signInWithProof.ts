import { unknownPasswordHash } from '../../crypto/passwords.ts'
import { HookRejection, Rejection, toRejection } from '../../errors/Rejection.ts'
import { type RecordWriter, writeRecords } from '../../records/changes/RecordWriter.ts'
import { newRecordId } from '../../records/createRecord.ts'
import { hashNewPasswords } from '../../records/pending/hashNewPasswords.ts'
import { ValidatedChange } from '../../records/RecordInput.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { eventActorOf } from '../../records/rules/eventActorOf.ts'
import { idFormat } from '../../records/validation/validateId.ts'
import { uniqueIssues } from '../../records/validation/validatePendingRecord.ts'
import { clearAlert } from '../loginAlert.ts'
import { createLinkedRecord, type LinkedRecordParts, type ProviderSignIn } from './createLinkedRecord.ts'
import { findOwner, UnverifiedEmailError } from './findOwner.ts'
import { linkAuthRecord } from './linkAuthRecord.ts'
import { avatarFieldOf } from './mappedValues.ts'
import { storeAvatar } from './storeAvatar.ts'

interface SignedIn {
  record: StoredRecord
  isNew: boolean
}

async function findOrCreate(records: RecordWriter, signIn: ProviderSignIn, parts: LinkedRecordParts): Promise<SignedIn> {
  const { collection, proof } = signIn
  const { requester } = signIn.actor
  const before = signIn.chosenId
    ? await findRecord(records.transaction, collection, signIn.chosenId)
    : await findOwner(records.transaction, collection, requester, proof)
  if (!before) return { record: await createLinkedRecord(records, signIn, parts), isNew: true }
  const isOwnRequest = requester.kind === 'authRecord' && requester.record.values.id === before.values.id
  await clearAlert(records, before)
  return { record: await linkAuthRecord(records, collection, before, proof, isOwnRequest), isNew: false }
}

/**
 * Finds or creates the auth record of a user whom a provider has authenticated, and links them.
 * @throws Rejection, with issues by field if a new auth record would be invalid
 */
export async function signInWithProof(signIn: ProviderSignIn): Promise<SignedIn> {
  const { app, collection, proof, createData, hooked } = signIn
  if (proof.user.id === '') {
    throw new Rejection('invalid', { code: 'notSignedIn', cause: 'The provider returned no user id.' })
  }
  const { hashes, passwordHash = await unknownPasswordHash() } = await hashNewPasswords(collection, hooked ?? createData)
  const id = newRecordId(createData.id, signIn.scripted)
  const validId = idFormat(id) ? undefined : id
  const avatar = await storeAvatar(app, collection, validId, avatarFieldOf(collection) ?? '', signIn.avatar)
  try {
    const parts = { id, passwordHash, hashes, avatar }
    const signedIn = await writeRecords(app, eventActorOf(signIn.actor.requester), records =>
      findOrCreate(records, signIn, parts),
    )
    if (!signedIn.isNew) await avatar.files.discard(undefined)
    return signedIn
  } catch (error) {
    await avatar.files.discard(error)
    const isFinal = [UnverifiedEmailError, ValidatedChange, HookRejection].some(type => error instanceof type)
    if (isFinal) throw error
    if (!(error instanceof Rejection)) throw toRejection(error, 'notSignedIn', uniqueIssues(collection, error))
    throw new Rejection('failed', { code: 'notSignedIn', issues: error.issues, cause: error.cause ?? error.message })
  } finally {
    await avatar.end()
  }
}
