import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import { filesOf } from '../files/recordFiles.ts'
import { revokedTokens } from '../pending/completePendingRecord.ts'
import { updateDates } from '../rows/dates.ts'
import { findRecord, hasUsername } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'
import { existingIds, removeDanglingReferences } from './danglingReferences.ts'
import { RestoreConflictError, toRestoreConflict } from './RestoreConflictError.ts'
import { createValueConverter } from './restoreRows.ts'
import type { OverwrittenValues, RemovedReference } from './snapshot.ts'
import { deferReference } from './undoEntries.ts'

/** Whether a change has revoked the tokens of an auth record because of a new email or password. Such tokens must not become valid again. */
function hasRevokedTokens({ type }: StoredRecord['collection'], { columns }: OverwrittenValues): boolean {
  const changed = columns.flatMap(({ name, field }) => (field ? [] : name))
  return type === 'auth' && changed.includes('tokenKey') && (changed.includes('email') || changed.includes('passwordHash'))
}

/** Returns the record with the values before the change, and the changed fields. Leaves out fields that no longer exist. */
function withOverwritten(before: StoredRecord, overwritten: OverwrittenValues): { after: StoredRecord; fields: Field[] } {
  const renewed = hasRevokedTokens(before.collection, overwritten) ? revokedTokens() : {}
  const values: StoredRecord['values'] = { ...before.values, ...updateDates(before) }
  const fields: Field[] = []
  for (const old of overwritten.columns) {
    if (!old.field && Object.hasOwn(renewed, old.name)) continue
    const column = shapeOf(before.collection).columns.find(({ name, field }) =>
      old.field ? field?.id === old.field.id : !field && name === old.name,
    )
    if (!column) continue
    const convert =
      old.field && column.field ? createValueConverter(column.field, old.field) : (stored: typeof old.before) => stored
    if (column.encode(before.values[column.name]) !== convert(old.after)) {
      throw new RestoreConflictError(`The field "${column.name}" was changed again.`)
    }
    values[column.name] = column.decode(convert(old.before))
    if (column.field) fields.push(column.field)
  }
  return { after: { ...before, values: { ...values, ...renewed } }, fields }
}

/**
 * Restores the values that an update of a record overwrote.
 * @throws RestoreConflictError when the record has been deleted, a value was changed again, or the database rejects the old values
 */
export async function restoreOverwritten(records: RecordWriter, catalog: Catalog, old: OverwrittenValues): Promise<void> {
  const { transaction } = records
  const { collectionId, recordId, absent } = old
  const collection = catalog.byId(collectionId)
  if (!collection) throw new RestoreConflictError('Its collection has been deleted.')
  const before = await findRecord(transaction, collection, recordId)
  if (!before) throw new RestoreConflictError('It has been deleted.')
  const { after, fields } = withOverwritten(before, old)
  const username = String(after.values.username ?? '')
  const isOtherName = collection.type === 'auth' && username.toLowerCase() !== String(before.values.username).toLowerCase()
  if (isOtherName && (await hasUsername(transaction, collection, username))) {
    throw new RestoreConflictError(`Another auth record has the username "${username}".`)
  }
  const removedFiles = filesOf(before).filter(file => !filesOf(after).includes(file))
  await records.update(before, after, removedFiles).catch(error => {
    throw toRestoreConflict(error, recordId)
  })
  await removeDanglingReferences(records, catalog, [after], absent, fields)
}

/** Inserts an id into a list after the nearest id that preceded it before the deletion and is still in the list. */
function insertId(list: readonly string[], before: readonly string[], id: string): string[] {
  if (list.includes(id)) return [...list]
  const earlier = before.slice(0, before.indexOf(id)).findLast(other => list.includes(other))
  const position = earlier === undefined ? 0 : list.indexOf(earlier) + 1
  return list.toSpliced(position, 0, id)
}

/** Returns the value of a field with restored ids. A value that a user has chosen since is not replaced. */
function withRestoredIds(field: Field, current: unknown, before: readonly string[], ids: readonly string[]): unknown {
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
 * its entry, whose undo restores it.
 * @param isRestored whether this undo restored the record, so that it gets its old `updated` date
 * @throws RestoreConflictError when the database rejects the change
 */
export async function restoreReference(
  records: RecordWriter,
  catalog: Catalog,
  reference: RemovedReference,
  isRestored: (record: StoredRecord) => boolean,
): Promise<void> {
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
  const dates = isRestored(before) ? { updated: reference.updated } : updateDates(before)
  const after = { ...before, values: { ...before.values, [field.name]: value, ...dates } }
  await records.update(before, after).catch(error => {
    throw toRestoreConflict(error, recordId)
  })
}
