import type { Field } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import { findRecord } from '../../rows/findRecord.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import { nowAfter } from '../../runtime/now.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import { filesOf } from '../files/recordFiles.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { removeDanglingReferences } from './removeDanglingReferences.ts'
import { asRestoreConflict, createValueConverter } from './restoreRows.ts'
import type { OverwrittenValues } from './UndoSnapshot.ts'

/** Returns the record with the values before the change, and the changed fields. Leaves out fields that no longer exist. */
const withOverwritten = (before: StoredRecord, { columns }: OverwrittenValues): { after: StoredRecord; fields: Field[] } => {
  const values: StoredRecord['values'] = { ...before.values, updated: nowAfter(before.values) }
  const fields: Field[] = []
  for (const old of columns) {
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
  return { after: { ...before, values }, fields }
}

/**
 * Restores the values that a change of a record overwrote.
 * @throws RestoreConflictError when the record has been deleted, a value was changed again, or the database rejects the old values
 */
export const restoreChange = async (records: RecordWriter, catalog: Catalog, old: OverwrittenValues): Promise<void> => {
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
    throw asRestoreConflict(error, recordId)
  })
  await removeDanglingReferences(records, catalog, [after], absent, fields)
}
