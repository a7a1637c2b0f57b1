import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { Effect } from '../messages/Effect.ts'
import { effectOfDeletion, type Reference, referencesTo, referringRecords } from '../rows/references.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { assertNotAdminOnly } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { nowAfter } from '../runtime/now.ts'
import { getAllowedRow } from './access/findAllowed.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import { UndoRecorder } from './undo/UndoRecorder.ts'
import { storeUndoEntry } from './undo/undoEntries.ts'
import type { WriteRequest } from './WriteRequest.ts'

const failed = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

const toApiError = (error: unknown): unknown => (error instanceof ApiError ? error : badRequest(failed, {}, error))

/** A deletion in progress. */
interface Deletion {
  records: RecordWriter
  catalog: Catalog
  /** Collects the deleted data for the undo; undefined if the client has not asked for one. */
  recorder: UndoRecorder | undefined
}

/** Removes deleted ids from a field of a record. Returns undefined if the record has to be deleted too. */
const withoutDeleted = (reference: Reference, record: StoredRecord, deleted: ReadonlySet<unknown>): StoredRecord | undefined => {
  const { field } = reference
  const type = fieldType(field)
  const remaining = [record.values[field.name]].flat().filter(value => !deleted.has(value))
  const effect = effectOfDeletion(reference, remaining)
  if (effect === 'deleted') return undefined
  if (effect === 'required') throw badRequest(failed)
  return {
    ...record,
    values: { ...record.values, [field.name]: type.normalize(remaining, field.options), updated: nowAfter(record.values) },
  }
}

/** Removes the deleted ids from the records that refer to them, or deletes these records too. */
const releaseReferences = async (
  deletion: Deletion,
  target: Collection,
  reference: Reference,
  ids: readonly string[],
): Promise<void> => {
  const { records, recorder } = deletion
  const deleted = new Set<unknown>(ids)
  for await (const referring of referringRecords(records.transaction, reference, ids)) {
    const cascading: StoredRecord[] = []
    for (const before of referring) {
      const after = withoutDeleted(reference, before, deleted)
      if (!after) cascading.push(before)
      else {
        recorder?.addReference(reference, target, before, deleted)
        await records.removeReferences(before, after, toApiError)
      }
    }
    await deleteAll(deletion, reference.collection, cascading)
  }
}

/**
 * Deletes records of one collection, then updates or deletes the records that refer to them. In this order, records that refer to each other
 * cause no endless recursion. One query finds the references to all of them, because it may scan a whole table.
 */
const deleteAll = async (deletion: Deletion, collection: Collection, toDelete: readonly StoredRecord[]): Promise<void> => {
  if (toDelete.length === 0) return
  const { records, catalog, recorder } = deletion
  await recorder?.addRecords(records.transaction, collection, toDelete)
  await records.delete(collection, toDelete, toApiError)
  const ids = toDelete.map(({ values }) => String(values.id))
  for (const reference of referencesTo(catalog, collection)) await releaseReferences(deletion, collection, reference, ids)
}

/**
 * Deletes a record and, in the same transaction, the records whose fields cascade the deletion.
 * @param undoKey the key under which the deletion is stored, so that it can be undone for a while
 * @throws ApiError 403 when only admins are allowed, 404 when the requester has no such record, 400 when a relation requires it
 */
export const deleteRecord = async (write: WriteRequest, id: string, undoKey?: string): Promise<{ effects: Effect[] }> => {
  const { app, collection, request, requester, ruleData } = write
  assertNotAdminOnly(collection, 'delete', requester)
  const catalog = await app.catalog()
  const lookup = { catalog, request: requestValues(request, requester, ruleData) }
  const { effects } = await writeRecords(app, async records => {
    const row = await getAllowedRow(records.transaction, collection, id, 'delete', requester, lookup)
    const recorder = undoKey === undefined ? undefined : new UndoRecorder(catalog)
    try {
      await deleteAll({ records, catalog, recorder }, collection, [readRecord(collection, row)])
    } catch (error) {
      throw toApiError(error)
    }
    if (undoKey === undefined || !recorder) return
    const root = { collectionId: collection.id, recordId: id }
    const isUndoable = await storeUndoEntry(records.transaction, undoKey, root, recorder.snapshot, records.deletedFiles)
    if (isUndoable) records.retainFiles()
  })
  return { effects }
}
