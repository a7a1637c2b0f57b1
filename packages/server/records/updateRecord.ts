import type { Collection } from '@coffer/schema'
import { Rejection, toRejection } from '../errors/Rejection.ts'
import { dropLinksOnVerification } from './changes/dropLinksOnVerification.ts'
import { makeChange, type PreparedChange } from './changes/PreparedChange.ts'
import type { RecordWriter } from './changes/RecordWriter.ts'
import { completePendingRecord } from './pending/completePendingRecord.ts'
import { findUpdatable, type PreparedUpdate, prepareUpdate, type Update, validateUpdate } from './prepareUpdate.ts'
import { type RecordInput, ValidatedChange, type WrittenRecord, withScripted } from './RecordInput.ts'
import type { RecordsContext } from './RecordsContext.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'
import type { Actor } from './rules/Actor.ts'
import { assertNotAdminOnly } from './rules/conditions.ts'
import { UndoRecorder } from './undo/UndoRecorder.ts'
import { uniqueIssues } from './validation/validatePendingRecord.ts'

async function persist(
  records: RecordWriter,
  { files }: PreparedUpdate,
  { before, after, removedFiles }: { before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] },
) {
  const toError = (error: unknown) => toRejection(error, 'recordNotUpdated', uniqueIssues(after.collection, error))
  try {
    files.assertStored()
  } catch (error) {
    throw toError(error)
  }
  await records.update(before, after, removedFiles, toError)
}

async function update(records: RecordWriter, requested: Update, prepared: PreparedUpdate): Promise<WrittenRecord> {
  const { transaction } = records
  const { id, undoKey } = requested
  if (prepared.isDenied) {
    await findUpdatable(transaction, requested)
    throw new Rejection('conflict', { code: 'recordNotUpdated' })
  }
  const { stored, lookup, manages, pending } = await validateUpdate(transaction, requested, {
    uploads: prepared.uploads,
    isVerified: ({ values }) => prepared.verifiedHash !== undefined && prepared.verifiedHash === values.passwordHash,
  })
  // The requester manages the record only since the preparation, which therefore did not hash the password.
  const isUnhashed = pending.passwords.size > 0 && !prepared.hashes
  if (isUnhashed || (pending.auth?.password && prepared.passwordHash === undefined)) {
    throw new Rejection('conflict', { code: 'recordNotUpdated' })
  }
  const finished = await completePendingRecord(transaction, pending, {
    manages,
    passwordHash: prepared.passwordHash,
    newEmailRevokes: lookup.catalog.ruleMeaning === 'today',
    hashes: prepared.hashes,
  })
  const recorder = undoKey === undefined ? undefined : new UndoRecorder(lookup.catalog, undoKey)
  const { scripted } = requested.input
  const record = await dropLinksOnVerification(transaction, stored, await withScripted(finished, scripted), recorder)
  await recorder?.addChange(transaction, stored, record)
  const { removedFiles } = pending
  if (scripted === 'validate') throw new ValidatedChange(record, stored)
  await persist(records, prepared, { before: stored, after: record, removedFiles })
  records.noteRequested({ action: 'update', before: stored, after: record })
  if (recorder) {
    const collectionId = record.collection.id
    const files = [{ collectionId, records: [{ id, files: removedFiles }] }]
    if (await recorder.store(transaction, { collectionId, recordId: id }, files)) records.retainFiles()
  }
  return { record, lookup }
}

/** Stores the files of an update and hashes its password, before the transaction that makes it. */
export async function prepareRecordUpdate(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  id: string,
  input: RecordInput,
  undoKey?: string,
): Promise<PreparedChange<WrittenRecord>> {
  assertNotAdminOnly(collection, 'update', actor.requester)
  const requested: Update = { app, actor, collection, id, input, undoKey }
  const prepared = await prepareUpdate(requested)
  return {
    run: records => update(records, requested, prepared),
    fail: async error => {
      await prepared.files.discard(error)
      return error
    },
  }
}

/**
 * Updates a record. The update rule reads the stored row, and modifiers apply to it, inside the transaction.
 * @param undoKey the key under which the overwritten values are stored, so that the change can be undone for a while
 * @throws Rejection `forbidden` when only admins are allowed, `missing` when the requester has no such record, otherwise with issues
 * by field
 */
export async function updateRecord(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  id: string,
  input: RecordInput,
  undoKey?: string,
): Promise<WrittenRecord> {
  return makeChange(app, actor, await prepareRecordUpdate(app, actor, collection, id, input, undoKey))
}

/**
 * Returns the stored record if the update rule allows an update, for a caller that needs it before the update, or that has no valid
 * input, whose error would otherwise reveal the record.
 * @throws Rejection `forbidden` when only admins are allowed, `missing` when the requester has no such record
 */
export async function getUpdatable(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  id: string,
  input: RecordInput,
): Promise<StoredRecord> {
  assertNotAdminOnly(collection, 'update', actor.requester)
  return (await findUpdatable(app.db, { app, actor, collection, id, input })).stored
}
