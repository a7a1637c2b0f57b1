import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { type Rejection, toRejection } from '../errors/Rejection.ts'
import { getAllowedRow } from './access/findAllowed.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import type { RecordsContext } from './RecordsContext.ts'
import { type RequiringRecords, requiredBy } from './RequiringRecords.ts'
import { updateDates } from './rows/dates.ts'
import { effectOfDeletion, type Reference, referencesTo, referringRecords } from './rows/references.ts'
import { readRecord, type StoredRecord } from './rows/StoredRecord.ts'
import type { Actor } from './rules/Actor.ts'
import { assertNotAdminOnly } from './rules/conditions.ts'
import { eventActorOf } from './rules/eventActorOf.ts'
import { UndoRecorder } from './undo/UndoRecorder.ts'

const toError = (error: unknown): Rejection => toRejection(error, 'recordNotDeleted')

/** A deletion in progress. */
export interface Deletion {
  records: RecordWriter
  catalog: Catalog
  /** Collects the deleted data for the undo; undefined if the client has not asked for one. */
  recorder: UndoRecorder | undefined
  /** Set if a collection loses all records, so that references between these need no release. */
  truncation?: { collection: Collection; requiring: RequiringRecords }
}

/** Removes deleted ids from a field of a record. Returns the effect instead if the record cannot stay without them. */
function withoutDeleted(
  reference: Reference,
  record: StoredRecord,
  deleted: ReadonlySet<unknown>,
): StoredRecord | 'deleted' | 'required' {
  const { field } = reference
  const type = fieldType(field)
  const remaining = [record.values[field.name]].flat().filter(value => !deleted.has(value))
  const effect = effectOfDeletion(reference, remaining)
  if (effect !== 'unchanged') return effect
  return {
    ...record,
    values: { ...record.values, [field.name]: type.normalize(remaining, field.options), ...updateDates(record) },
  }
}

/** Removes the deleted ids from the records that refer to them, or deletes these records too. */
async function releaseReferences(
  deletion: Deletion,
  target: Collection,
  reference: Reference,
  ids: readonly string[],
): Promise<void> {
  const { records, recorder, truncation } = deletion
  const deleted = new Set<unknown>(ids)
  for await (const referring of referringRecords(records.transaction, reference, ids)) {
    const cascading: StoredRecord[] = []
    for (const before of referring) {
      const after = withoutDeleted(reference, before, deleted)
      if (after === 'deleted') cascading.push(before)
      else if (after === 'required') {
        if (!truncation) throw requiredBy(before.collection.name, before.values.id)
        truncation.requiring.add(before)
      } else {
        recorder?.addReference(reference, target, before, deleted)
        await records.removeReferences(before, after, toError)
      }
    }
    await deleteAll(deletion, reference.collection, cascading)
  }
}

/**
 * Deletes records of one collection, then updates or deletes the records that refer to them. In this order, records that refer to each other
 * cause no endless recursion. One query finds the references to all of them, because it may scan a whole table.
 */
export async function deleteAll(deletion: Deletion, collection: Collection, toDelete: readonly StoredRecord[]): Promise<void> {
  if (toDelete.length === 0) return
  const { records, catalog, recorder, truncation } = deletion
  await recorder?.addRecords(records.transaction, collection, toDelete)
  await records.delete(collection, toDelete, toError)
  const ids = toDelete.map(({ values }) => String(values.id))
  truncation?.requiring.remove(collection.name, ids)
  for (const reference of referencesTo(catalog, collection))
    if (reference.collection.id !== truncation?.collection.id) await releaseReferences(deletion, collection, reference, ids)
}

/** Deletes a record and the records whose fields cascade the deletion, see `deleteRecord`. */
export async function removeRecord(
  records: RecordWriter,
  { catalog, observeRule }: Pick<RecordsContext, 'catalog' | 'observeRule'>,
  { requester, values }: Actor,
  collection: Collection,
  id: string,
  undoKey?: string,
): Promise<void> {
  assertNotAdminOnly(collection, 'delete', requester)
  const lookup = { catalog, request: values, observeRule }
  const row = await getAllowedRow(records.transaction, collection, id, 'delete', requester, lookup)
  const recorder = undoKey === undefined ? undefined : new UndoRecorder(catalog, undoKey)
  const before = readRecord(collection, row)
  try {
    await deleteAll({ records, catalog, recorder }, collection, [before])
  } catch (error) {
    throw toError(error)
  }
  records.noteRequested({ action: 'delete', before })
  const root = { collectionId: collection.id, recordId: id }
  if (await recorder?.store(records.transaction, root, records.deletedFiles)) records.retainFiles()
}

/**
 * Deletes a record and, in the same transaction, the records whose fields cascade the deletion.
 * @param undoKey the key under which the deletion is stored, so that it can be undone for a while
 * @throws Rejection `forbidden` when only admins are allowed, `missing` when the requester has no such record, `conflict` when a
 * relation requires it
 */
export async function deleteRecord(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  id: string,
  undoKey?: string,
): Promise<void> {
  assertNotAdminOnly(collection, 'delete', actor.requester)
  await writeRecords(app, eventActorOf(actor.requester), records => removeRecord(records, app, actor, collection, id, undoKey))
}

/**
 * Returns the stored record if the delete rule allows its deletion.
 * @throws Rejection `forbidden` when only admins are allowed, `missing` when the requester has no such record
 */
export async function getDeletable(
  { db, catalog }: RecordsContext,
  { requester, values }: Actor,
  collection: Collection,
  id: string,
): Promise<StoredRecord> {
  assertNotAdminOnly(collection, 'delete', requester)
  return readRecord(collection, await getAllowedRow(db, collection, id, 'delete', requester, { catalog, request: values }))
}
