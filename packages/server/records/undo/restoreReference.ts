import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import { findRecord } from '../../rows/findRecord.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { nowAfter } from '../../runtime/now.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import { existingIds } from './findDanglingReferences.ts'
import { asRestoreConflict } from './restoreRows.ts'
import { deferReference } from './storedDeletions.ts'
import type { RemovedReference } from './UndoSnapshot.ts'

/** Inserts an id into a list after the nearest id that preceded it before the deletion and is still in the list. */
const insertId = (list: readonly string[], before: readonly string[], id: string): string[] => {
  if (list.includes(id)) return [...list]
  const earlier = before.slice(0, before.indexOf(id)).findLast(other => list.includes(other))
  const place = earlier === undefined ? 0 : list.indexOf(earlier) + 1
  return list.toSpliced(place, 0, id)
}

/** Returns the value of a field with restored ids. A value that a user has chosen since is not replaced. */
const withRestoredIds = (field: Field, current: unknown, before: readonly string[], ids: readonly string[]): unknown => {
  const type = fieldType(field)
  const list = listTexts(current)
  if (!type.isMultiple(field.options)) return list.length > 0 ? current : type.normalize(ids.slice(-1), field.options)
  const next = type.normalize(
    ids.reduce((known, id) => insertId(known, before, id), list),
    field.options,
  )
  const isFull = type.validate(next, field.options) && !type.validate(current, field.options)
  return isFull ? current : next
}

/**
 * Restores ids in the field from which they were removed. If the record or a target is still deleted, the reference is added to
 * that deletion, whose undo restores it.
 * @param isRestored whether this undo restored the record, so that it gets its old `updated` date
 * @throws RestoreConflictError when the database rejects the change
 */
export const restoreReference = async (
  records: RecordWriter,
  catalog: Catalog,
  reference: RemovedReference,
  isRestored: (record: StoredRecord) => boolean,
): Promise<void> => {
  const { transaction } = records
  const { collectionId, recordId, fieldId, targetId } = reference
  const [collection, target] = [catalog.byId(collectionId), catalog.byId(targetId)]
  const field = collection?.schema.find(({ id }) => id === fieldId)
  if (!collection || !target || !field || fieldType(field).refersTo?.(field.options) !== targetId) return
  const before = await findRecord(transaction, collection, recordId)
  if (!before) {
    await deferReference(transaction, { collectionId, recordId }, reference)
    return
  }
  const existing = await existingIds(transaction, target, reference.removed)
  for (const id of reference.removed) {
    if (!existing.has(id))
      await deferReference(transaction, { collectionId: targetId, recordId: id }, { ...reference, removed: [id] })
  }
  const ids = reference.removed.filter(id => existing.has(id))
  const value = withRestoredIds(field, before.values[field.name], reference.before, ids)
  if (fieldType(field).encode(value) === fieldType(field).encode(before.values[field.name])) return
  const updated = isRestored(before) ? reference.updated : nowAfter(before.values)
  const after = { ...before, values: { ...before.values, [field.name]: value, updated } }
  await records.update(before, after).catch(error => {
    throw asRestoreConflict(error, recordId)
  })
}
