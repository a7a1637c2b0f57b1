import type { Field } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import { findRecord } from '../../rows/findRecord.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import { updateRow } from '../../rows/writeRows.ts'
import { nowAfter } from '../../runtime/now.ts'
import { CannotRestore } from './CannotRestore.ts'
import { freeOfAbsent } from './freeOfAbsent.ts'
import type { KeptChange } from './KeptDeletion.ts'
import { refusalOf, turnOf } from './restoreRows.ts'

/** Returns the record with the values before the change, and the changed fields. Leaves out fields that no longer exist. */
const withOverwritten = (before: StoredRecord, { columns }: KeptChange): { after: StoredRecord; fields: Field[] } => {
  const values: StoredRecord['values'] = { ...before.values, updated: nowAfter(before.values) }
  const fields: Field[] = []
  for (const kept of columns) {
    const column = shapeOf(before.collection).columns.find(({ name, field }) =>
      kept.field ? field?.id === kept.field.id : !field && name === kept.name,
    )
    if (!column) continue
    const turn = kept.field && column.field ? turnOf(column.field, kept.field) : (stored: typeof kept.before) => stored
    if (column.encode(before.values[column.name]) !== turn(kept.after)) {
      throw new CannotRestore(`The field "${column.name}" was changed again.`)
    }
    values[column.name] = column.decode(turn(kept.before))
    if (column.field) fields.push(column.field)
  }
  return { after: { ...before, values }, fields }
}

/**
 * Restores the values that a change of a record overwrote.
 * @returns the record before and after
 * @throws CannotRestore when the record has been deleted, a value was changed again, or the database rejects the old values
 */
export const restoreChange = async (
  transaction: Transaction,
  catalog: Catalog,
  kept: KeptChange,
): Promise<{ before: StoredRecord; after: StoredRecord }> => {
  const { collectionId, recordId, absent } = kept
  const collection = catalog.byId(collectionId)
  if (!collection) throw new CannotRestore('Its collection has been deleted.')
  const before = await findRecord(transaction, collection, recordId)
  if (!before) throw new CannotRestore('It has been deleted.')
  const { after, fields } = withOverwritten(before, kept)
  const username = String(after.values.username ?? '')
  const isOtherName = collection.type === 'auth' && username.toLowerCase() !== String(before.values.username).toLowerCase()
  if (isOtherName && (await hasUsername(transaction, collection, username))) {
    throw new CannotRestore(`Another auth record has the username "${username}".`)
  }
  await updateRow(transaction, before, after).catch(error => {
    throw refusalOf(error, recordId)
  })
  await freeOfAbsent(transaction, catalog, [after], absent, fields)
  return { before, after: (await findRecord(transaction, collection, recordId)) ?? after }
}
