import { type Field, fieldType, textsIn } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { updateRow } from '../../rows/writeRows.ts'
import { CannotRestore } from './CannotRestore.ts'
import { type Absent, findAbsent } from './findAbsent.ts'
import { handOver } from './keptDeletions.ts'

/** Takes the ids of records that are no more out of a field; should these return, they are put back. */
const takeOut = async (transaction: Transaction, record: StoredRecord, { field, target, ids }: Absent): Promise<void> => {
  const before = textsIn(record.values[field.name])
  const removed = before.filter(id => ids.has(id))
  if (removed.length === 0) return
  const [recordId, type] = [String(record.values.id), fieldType(field)]
  if (removed.length === before.length && (field.required || type.cascadesDelete?.(field.options))) {
    throw new CannotRestore(
      `It belongs to ${removed[0]} of "${target.name}" in the field "${field.name}", which is gone.`,
      recordId,
    )
  }
  const remaining = before.filter(id => !ids.has(id))
  const after = { ...record, values: { ...record.values, [field.name]: type.normalize(remaining, field.options) } }
  await updateRow(transaction, record, after)
  const reference = { collectionId: record.collection.id, recordId, fieldId: field.id, targetId: target.id, before }
  for (const id of removed) {
    const missing = { collectionId: target.id, recordId: id }
    await handOver(transaction, missing, { ...reference, removed: [id], updated: String(record.values.updated) })
  }
}

/**
 * Frees restored records of one collection from naming records that others have deleted meanwhile.
 * @param absent what they named although it was not there: `collection id/record id`
 * @param fields the fields that were restored; absent: all of them
 * @throws CannotRestore when one cannot be without them
 */
export const freeOfAbsent = async (
  transaction: Transaction,
  catalog: Catalog,
  records: readonly StoredRecord[],
  absent: readonly string[],
  fields?: readonly Field[],
): Promise<void> => {
  const [first] = records
  if (!first) return
  const known = new Set(absent)
  for (const found of await findAbsent(
    transaction,
    catalog,
    { ...first.collection, ...(fields && { schema: [...fields] }) },
    records,
  )) {
    const ids = new Set([...found.ids].filter(id => !known.has(`${found.target.id}/${id}`)))
    if (ids.size === 0) continue
    for (const record of records) await takeOut(transaction, record, { ...found, ids })
  }
}
