import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { boundList } from '../db/boundList.ts'
import type { Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { Effect } from '../messages/Effect.ts'
import type { Message } from '../messages/RecordChange.ts'
import { fateOf, type Reference, referencesTo, referringRecords } from '../rows/references.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { deleteRows, updateRow } from '../rows/writeRows.ts'
import { requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { nowAfter } from '../runtime/now.ts'
import { requireAllowedRow } from './access/findAllowed.ts'
import type { ChangeListeners } from './ChangeListeners.ts'
import { type Change, effectsOfChanges, filesOfDeleted } from './effects/effectsOfChanges.ts'
import { recordRemovals } from './removals/recordRemovals.ts'
import { Keeper } from './undo/Keeper.ts'
import { storeDeletion } from './undo/storeDeletion.ts'
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
  /** Records what is deleted, if the deletion can be undone. */
  keeper: Keeper | undefined
}

/** Removes deleted ids from a field of a record. Returns undefined if the record is deleted with them. */
const withoutDeleted = (reference: Reference, record: StoredRecord, deleted: ReadonlySet<unknown>): StoredRecord | undefined => {
  const { field } = reference
  const type = fieldType(field)
  const remaining = [record.values[field.name]].flat().filter(value => !deleted.has(value))
  const fate = fateOf(reference, remaining)
  if (fate === 'deleted') return undefined
  if (fate === 'required') throw badRequest(failed)
  return {
    ...record,
    values: { ...record.values, [field.name]: type.normalize(remaining, field.options), updated: nowAfter(record.values) },
  }
}

/** Removes the deleted ids from the records that refer to them, or deletes these records too. */
const release = async (deletion: Deletion, target: Collection, reference: Reference, ids: readonly string[]): Promise<void> => {
  const deleted = new Set<unknown>(ids)
  let last: string | undefined = ''
  while (last !== undefined) {
    const records = await referringRecords(deletion.transaction, reference, ids, last)
    const doomed: StoredRecord[] = []
    for (const before of records) {
      const after = withoutDeleted(reference, before, deleted)
      if (!after) doomed.push(before)
      else {
        deletion.keeper?.keepReference(reference, target, before, deleted)
        await updateRow(deletion.transaction, before, after)
        deletion.changes.push({ action: 'update', before, after, removedFiles: [] })
      }
    }
    await remove(deletion, reference.collection, doomed)
    last = records.length === 0 ? undefined : String(records.at(-1)?.values.id)
  }
}

/**
 * Deletes rows of one collection, then handles the records that refer to them. In this order, records that refer to each other
 * cause no endless recursion. One query finds the references to all rows, because it may scan a whole table.
 */
const remove = async (deletion: Deletion, collection: Collection, records: readonly StoredRecord[]): Promise<void> => {
  if (records.length === 0) return
  const { transaction, catalog } = deletion
  const ids = records.map(({ values }) => String(values.id))
  await deletion.keeper?.keepRecords(transaction, collection, records)
  if (collection.type === 'auth') {
    await transaction.run(sql`DELETE FROM _externalAuths WHERE collectionId = ${collection.id} AND recordId IN ${boundList(ids)}`)
  }
  deletion.messages.push(...(await deletion.describe(collection, ids)))
  await deleteRows(transaction, collection, ids)
  for (const before of records) deletion.changes.push({ action: 'delete', before })
  for (const reference of referencesTo(catalog, collection)) await release(deletion, collection, reference, ids)
}

/**
 * Deletes a record and, in the same transaction, the records whose fields cascade the deletion.
 * @param undoKey the key under which the deletion is stored, so that it can be undone for a while
 * @throws ApiError 403 when only admins are allowed, 404 when the requester has no such record, 400 when a relation requires it
 */
export const deleteRecord = async (write: Write, id: string, undoKey?: string): Promise<{ effects: Effect[] }> => {
  const { app, collection, request, requester, ruleData } = write
  requireChance(collection, 'delete', requester)
  const catalog = await app.catalog()
  const lookup = { catalog, request: requestValues(request, requester, ruleData) }
  return app.db.transaction(async transaction => {
    const row = await requireAllowedRow(transaction, collection, id, 'delete', requester, lookup)
    const keeper = undoKey === undefined ? undefined : new Keeper(catalog)
    const deletion: Deletion = {
      transaction,
      catalog,
      describe: app.listeners.describeDeletion(),
      changes: [],
      messages: [],
      keeper,
    }
    const { changes, messages } = deletion
    try {
      await remove(deletion, collection, [readRecord(collection, row)])
    } catch (error) {
      throw error instanceof ApiError ? error : badRequest(failed, {}, error)
    }
    const root = { collectionId: collection.id, recordId: id }
    const isKept =
      keeper !== undefined &&
      undoKey !== undefined &&
      (await storeDeletion(transaction, undoKey, root, keeper.deletion, filesOfDeleted(changes)))
    return { effects: await recordRemovals(transaction, effectsOfChanges(app.listeners, changes, messages, isKept)) }
  })
}
