import { fieldType } from '@coffer/fields'
import type { Catalog } from '../collections/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { now } from '../db/now.ts'
import { sql } from '../db/sql.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import { requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import type { Effect } from '../threads/effects.ts'
import { type Change, effectsOfChanges } from './commit.ts'
import { requireAllowedRow } from './findAllowed.ts'
import { type Reference, referencesTo, referringRecords } from './references.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { deleteRow, updateRow } from './storeRecord.ts'
import type { Write } from './Write.ts'

const failed = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

/** What a deletion has done so far, in its order. */
interface Deletion {
  transaction: Transaction
  catalog: Catalog
  changes: Change[]
}

const release = async (deletion: Deletion, { field }: Reference, record: StoredRecord, id: string): Promise<void> => {
  const type = fieldType(field)
  const remaining = [record.values[field.name]].flat().filter(value => value !== id)
  const isEmptied = remaining.every(value => value === '')
  if (isEmptied && type.cascadesDelete?.(field.options)) return remove(deletion, record)
  if (isEmptied && field.required) throw badRequest(failed)
  const after: StoredRecord = {
    ...record,
    values: { ...record.values, [field.name]: type.normalize(remaining, field.options), updated: now() },
  }
  await updateRow(deletion.transaction, after)
  deletion.changes.push({ action: 'update', before: record, after, removedFiles: [] })
}

const releaseAll = async (deletion: Deletion, reference: Reference, id: string): Promise<void> => {
  let last = ''
  for (;;) {
    const records = await referringRecords(deletion.transaction, reference, id, last)
    for (const record of records) {
      last = String(record.values.id)
      await release(deletion, reference, record, id)
    }
    if (records.length === 0) return
  }
}

/** Deletes the row before what refers to it, so that two records that refer to each other do not go round for ever. */
const remove = async (deletion: Deletion, record: StoredRecord): Promise<void> => {
  const { transaction, catalog, changes } = deletion
  const id = String(record.values.id)
  if (record.collection.type === 'auth') {
    await transaction.run(sql`DELETE FROM _externalAuths WHERE collectionId = ${record.collection.id} AND recordId = ${id}`)
  }
  await deleteRow(transaction, record)
  changes.push({ action: 'delete', before: record })
  for (const reference of referencesTo(catalog, record.collection)) await releaseAll(deletion, reference, id)
}

/**
 * Deletes a record and, as their fields say, what refers to it: all or nothing.
 * @throws ApiError 403 when only administrators may, 404 when there is no such record for the requester, 400 when it is required
 */
export const deleteRecord = async (write: Write, id: string): Promise<{ effects: Effect[] }> => {
  const { app, collection, request, requester, ruleData } = write
  requireChance(collection, 'delete', requester)
  const catalog = await app.catalog()
  const lookup = { catalog, request: requestValues(request, requester, ruleData) }
  return app.db.transaction(async transaction => {
    const row = await requireAllowedRow(transaction, collection, id, 'delete', requester, lookup)
    const deletion: Deletion = { transaction, catalog, changes: [] }
    try {
      await remove(deletion, readRecord(collection, row))
    } catch (error) {
      throw error instanceof ApiError ? error : badRequest(failed, {}, error)
    }
    return { effects: effectsOfChanges(deletion.changes) }
  })
}
