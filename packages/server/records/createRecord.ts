import type { Collection } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import { Rejection, toRejection } from '../errors/Rejection.ts'
import { makeChange, type PreparedChange } from './changes/PreparedChange.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import { storeNewFiles } from './files/storeNewFiles.ts'
import { insertRecord, type NewRecord, validateNewRecord } from './insertRecord.ts'
import { withGeneratedValues } from './pending/generateTexts.ts'
import { hashNewPasswords, type NewHashes } from './pending/hashNewPasswords.ts'
import { newPasswords } from './pending/passwords.ts'
import { resolveModifiers } from './pending/resolveModifiers.ts'
import { asText } from './pending/scalars.ts'
import { type RecordInput, type ScriptedChange, ValidatedChange, type WrittenRecord } from './RecordInput.ts'
import type { RecordsContext } from './RecordsContext.ts'
import type { Actor } from './rules/Actor.ts'
import { assertNotAdminOnly } from './rules/conditions.ts'
import { eventActorOf } from './rules/eventActorOf.ts'
import { idFormat } from './validation/validateId.ts'
import { uniqueIssues } from './validation/validatePendingRecord.ts'
import { missingReferences } from './validation/validateReferences.ts'

const toError = (collection: Collection, error: unknown): Rejection =>
  toRejection(error, 'recordNotCreated', uniqueIssues(collection, error))

/** Returns the id of a new record: the submitted one, else the one that hooks of scripts have left, else a random one. */
export function newRecordId(submitted: unknown, scripted: ScriptedChange | undefined): string {
  return asText(submitted) || (typeof scripted === 'object' ? asText(scripted.values.id) : '') || randomId()
}

/** Whether a record is invalid only because it refers to records that do not exist yet. */
function lacksReferences(error: unknown): boolean {
  if (!(error instanceof Rejection)) return false
  const issues = Object.values(error.issues)
  return issues.length > 0 && issues.every(issue => issue.code === missingReferences.code)
}

/** Hashes the passwords of a new record. Validates first, because a hash takes a good part of a second. */
async function prepareHashes(app: RecordsContext, newRecord: NewRecord, follows = false): Promise<Partial<NewHashes>> {
  const { collection, values } = newRecord
  if (collection.type !== 'auth' && newPasswords(collection, values).size === 0) return {}
  const validate = (records: RecordWriter) => validateNewRecord(records, newRecord)
  await writeRecords(app, eventActorOf(newRecord.requester), validate).catch(error => {
    if (!follows || !lacksReferences(error)) throw error
  })
  return hashNewPasswords(collection, values, app.hashCost)
}

/** Stores the files of a new record and hashes its password, before the transaction that inserts it. */
export async function prepareCreation(
  app: RecordsContext,
  { requester, values: actorValues }: Actor,
  collection: Collection,
  input: RecordInput,
): Promise<PreparedChange<WrittenRecord>> {
  assertNotAdminOnly(collection, 'create', requester)
  const values = withGeneratedValues(collection, resolveModifiers(collection, input.values, undefined))
  const data = resolveModifiers(collection, input.ruleValues ?? input.values, undefined)
  const { scripted, isNewer } = input
  const id = newRecordId(values.id, scripted)
  const uploads = await prepareUploads(collection, input.files)
  const lookup = { catalog: app.catalog, request: { ...actorValues, data }, observeRule: app.observeRule }
  const given = { collection, id, values, uploads, requester, lookup, scripted, isNewer }
  const newRecord: NewRecord = { ...given, passwordHash: undefined }
  const hashes = await prepareHashes(app, newRecord, input.follows).catch(error => {
    throw toError(collection, error)
  })
  const files = await storeNewFiles(app, collection, idFormat(id) ? undefined : id, uploads)
  return {
    run: async records => ({ record: await insertRecord(records, { ...newRecord, ...hashes }, files.assertStored), lookup }),
    fail: async error => {
      await files.discard(error)
      if (error instanceof ValidatedChange) throw error
      return toError(collection, error)
    },
  }
}

/**
 * Creates a record: stores its files, then normalizes, validates, inserts and checks the create rule in one transaction.
 * @throws Rejection `forbidden` when only admins are allowed to create records, otherwise with issues by field
 */
export async function createRecord(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  input: RecordInput,
): Promise<WrittenRecord> {
  return makeChange(app, actor, await prepareCreation(app, actor, collection, input))
}
