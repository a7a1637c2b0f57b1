import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { boundList } from '../db/boundList.ts'
import type { Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { Effect } from '../messages/Effect.ts'
import type { Message } from '../messages/RecordChange.ts'
import { effectOfDeletion, type Reference, referencesTo, referringRecords } from '../rows/references.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { deleteRows, updateRow } from '../rows/writeRows.ts'
import { assertNotAdminOnly } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { nowAfter } from '../runtime/now.ts'
import { getAllowedRow } from './access/findAllowed.ts'
import type { ChangeListeners } from './ChangeListeners.ts'
import { type Change, effectsOfChanges, filesOfDeleted } from './effects/effectsOfChanges.ts'
import { recordRemovals } from './removals/recordRemovals.ts'
import { storeDeletion } from './undo/storeDeletion.ts'
import { UndoRecorder } from './undo/UndoRecorder.ts'
import type { Write } from './Write.ts'

const failed = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

/** The state of a deletion in progress, with the changes so far. */
interface Deletion {
  transaction: Transaction
  catalog: Catalog
  /** Composes the messages for subscribers. */
  describe: ReturnType<ChangeListeners['describeDeletion']>
  changes: Change[]
  /** Messages for subscribers about the deleted records. */
  messages: Message[]
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
  const deleted = new Set<unknown>(ids)
  let last: string | undefined = ''
  while (last !== undefined) {
    const records = await referringRecords(deletion.transaction, reference, ids, last)
    const cascading: StoredRecord[] = []
    for (const before of records) {
      const after = withoutDeleted(reference, before, deleted)
      if (!after) cascading.push(before)
      else {
        deletion.recorder?.addReference(reference, target, before, deleted)
        await updateRow(deletion.transaction, before, after)
        deletion.changes.push({ action: 'update', before, after, removedFiles: [] })
      }
    }
    await deleteAll(deletion, reference.collection, cascading)
    last = records.length === 0 ? undefined : String(records.at(-1)?.values.id)
  }
}

/**
 * Deletes rows of one collection, then updates or deletes the records that refer to them. In this order, records that refer to each
 * other cause no endless recursion. One query finds the references to all rows, because it may scan a whole table.
 */
const deleteAll = async (deletion: Deletion, collection: Collection, records: readonly StoredRecord[]): Promise<void> => {
  if (records.length === 0) return
  const { transaction, catalog } = deletion
  const ids = records.map(({ values }) => String(values.id))
  await deletion.recorder?.addRecords(transaction, collection, records)
  if (collection.type === 'auth') {
    await transaction.run(sql`DELETE FROM _externalAuths WHERE collectionId = ${collection.id} AND recordId IN ${boundList(ids)}`)
  }
  deletion.messages.push(...(await deletion.describe(collection, ids)))
  await deleteRows(transaction, collection, ids)
  for (const before of records) deletion.changes.push({ action: 'delete', before })
  for (const reference of referencesTo(catalog, collection)) await releaseReferences(deletion, collection, reference, ids)
}

/**
 * Deletes a record and, in the same transaction, the records whose fields cascade the deletion.
 * @param undoKey the key under which the deletion is stored, so that it can be undone for a while
 * @throws ApiError 403 when only admins are allowed, 404 when the requester has no such record, 400 when a relation requires it
 */
export const deleteRecord = async (write: Write, id: string, undoKey?: string): Promise<{ effects: Effect[] }> => {
  const { app, collection, request, requester, ruleData } = write
  assertNotAdminOnly(collection, 'delete', requester)
  const catalog = await app.catalog()
  const lookup = { catalog, request: requestValues(request, requester, ruleData) }
  return app.db.transaction(async transaction => {
    const row = await getAllowedRow(transaction, collection, id, 'delete', requester, lookup)
    const recorder = undoKey === undefined ? undefined : new UndoRecorder(catalog)
    const deletion: Deletion = {
      transaction,
      catalog,
      describe: app.listeners.describeDeletion(),
      changes: [],
      messages: [],
      recorder,
    }
    const { changes, messages } = deletion
    try {
      await deleteAll(deletion, collection, [readRecord(collection, row)])
    } catch (error) {
      throw error instanceof ApiError ? error : badRequest(failed, {}, error)
    }
    const root = { collectionId: collection.id, recordId: id }
    const isUndoable =
      recorder !== undefined &&
      undoKey !== undefined &&
      (await storeDeletion(transaction, undoKey, root, recorder.snapshot, filesOfDeleted(changes)))
    return { effects: await recordRemovals(transaction, effectsOfChanges(app.listeners, changes, messages, isUndoable)) }
  })
}
