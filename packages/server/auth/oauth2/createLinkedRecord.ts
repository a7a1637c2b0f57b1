import { type AuthCollection, mappedFieldsOf, maxPasswordBytes } from '@coffer/schema'
import { randomDigits, randomSecret } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import type { FilesContext } from '../../files/uploads/storeUploads.ts'
import type { RecordWriter } from '../../records/changes/RecordWriter.ts'
import { insertRecord } from '../../records/insertRecord.ts'
import { withGeneratedValues } from '../../records/pending/generateTexts.ts'
import type { NewHashes } from '../../records/pending/hashNewPasswords.ts'
import { resolveModifiers } from '../../records/pending/resolveModifiers.ts'
import { asText } from '../../records/pending/scalars.ts'
import type { ScriptedChange } from '../../records/RecordInput.ts'
import { addExternalAuth } from '../../records/rows/externalAuths.ts'
import { hasUsername } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import type { Actor } from '../../records/rules/Actor.ts'
import type { AuthContext } from '../AuthContext.ts'
import type { Avatar } from './downloadAvatar.ts'
import { mappedValues } from './mappedValues.ts'
import type { ProviderProof } from './ProviderProof.ts'
import type { StoredAvatar } from './storeAvatar.ts'

/** A sign-in of a user whom a provider has authenticated. */
export interface ProviderSignIn {
  app: AuthContext & FilesContext
  actor: Actor
  collection: AuthCollection
  proof: ProviderProof
  /** Values from the client for a new auth record, which its create rule reads as `@request.data`. */
  createData: Record<string, unknown>
  /** The values of a new auth record in place of those from the client, as hooks have left them. */
  hooked?: Record<string, unknown>
  /** What hooks of scripts see of a new auth record, and have set. */
  scripted?: ScriptedChange | undefined
  /** The id of the auth record that hooks of scripts have chosen. */
  chosenId?: string | undefined
  /** The picture for the file field of a new auth record that gets it. */
  avatar?: Avatar | undefined
}

const maxUsernameAttempts = 10

const isUsername = (username: string): boolean =>
  Buffer.byteLength(username) >= 3 && Buffer.byteLength(username) <= 150 && /^\w[\w.-]*$/.test(username)

/** Returns the provider's username, with digits appended if it is taken; empty if it is not a valid username. */
async function freeUsername(transaction: Transaction, collection: AuthCollection, wanted: string): Promise<string> {
  if (!isUsername(wanted)) return ''
  let username = wanted
  for (let attempt = 0; attempt < maxUsernameAttempts && isUsername(username); attempt += 1) {
    if (!(await hasUsername(transaction, collection, username))) return username
    username = wanted + randomDigits(attempt + 3)
  }
  return ''
}

/** Returns a random password if the client sends none, because users of a provider do not need one. */
function passwordOf(createData: Record<string, unknown>): Record<string, unknown> {
  if (asText(createData.password) !== '') return {}
  const password = randomSecret(maxPasswordBytes)
  return { password, passwordConfirm: password }
}

/** Values that are prepared before the transaction that inserts a new auth record. */
export interface LinkedRecordParts extends NewHashes {
  id: string
  /** Hash of the client's password; of a random one if the client sent none. */
  passwordHash: string
  avatar: StoredAvatar
}

/**
 * Creates an auth record for a provider's user, and links them. Its email is always the provider's, and is only verified if the provider
 * has verified it. What the client sends wins over other values of the provider's user.
 * @throws Rejection with issues by field
 */
export async function createLinkedRecord(
  records: RecordWriter,
  { app, actor, collection, proof, createData, hooked, scripted }: ProviderSignIn,
  { id, avatar, ...hashes }: LinkedRecordParts,
): Promise<StoredRecord> {
  const { transaction } = records
  const { provider, user } = proof
  const data = resolveModifiers(collection, createData, undefined)
  const hasMappedUsername = mappedFieldsOf(collection.options).username === 'username'
  const values = {
    ...(hasMappedUsername && { username: await freeUsername(transaction, collection, user.username) }),
    ...mappedValues(collection, user),
    ...(hooked ? resolveModifiers(collection, hooked, undefined) : data),
    ...passwordOf(hooked ?? createData),
    email: user.email,
    verified: user.email === '' || user.isEmailVerified,
  }
  const newRecord = {
    collection,
    id,
    values: withGeneratedValues(collection, values),
    uploads: avatar.uploads,
    ...hashes,
    requester: actor.requester,
    lookup: { catalog: app.catalog, request: { ...actor.values, data } },
    isTrusted: true,
    scripted,
  } as const
  const record = await insertRecord(records, newRecord, avatar.files.assertStored)
  await addExternalAuth(transaction, { collectionId: collection.id, recordId: id, provider, providerId: user.id })
  return record
}
