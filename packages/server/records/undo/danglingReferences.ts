import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList, inLists } from '../../db/boundList.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { deferReference } from './undoEntries.ts'

/** Ids in a field that refer to no existing record. */
interface DanglingReferences {
  field: Field
  target: Collection
  ids: ReadonlySet<string>
}

/** Returns the ids for which the collection has a record. */
export async function existingIds(reader: Reader, { name: table }: Collection, ids: readonly string[]): Promise<Set<string>> {
  const existing = new Set<string>()
  for (const batch of inLists(ids)) {
    const rows = await reader.rows(sql`SELECT id FROM ${name(table)} WHERE id IN ${boundList(batch)}`)
    for (const [id] of rows) existing.add(String(id))
  }
  return existing
}

/** Finds the dangling references of records of one collection. Ignores views, because their records also disappear without a deletion. */
export async function findDanglingReferences(
  reader: Reader,
  catalog: Catalog,
  collection: Collection,
  records: readonly StoredRecord[],
): Promise<DanglingReferences[]> {
  const found: DanglingReferences[] = []
  for (const field of collection.schema) {
    const target = catalog.byId(fieldType(field).refersTo?.(field.options) ?? '')
    if (!target || target.type === 'view') continue
    const ids = [...new Set(records.flatMap(({ values }) => listTexts(values[field.name])))]
    const existing = await existingIds(reader, target, ids)
    const absent = ids.filter(id => !existing.has(id))
    if (absent.length > 0) found.push({ field, target, ids: new Set(absent) })
  }
  return found
}

/** Removes dangling ids from a field. If their records are restored later, that undo puts the ids back. */
async function removeIds(
  records: RecordWriter,
  record: StoredRecord,
  { field, target, ids }: DanglingReferences,
): Promise<StoredRecord> {
  const before = listTexts(record.values[field.name])
  const removed = before.filter(id => ids.has(id))
  if (removed.length === 0) return record
  const [recordId, type] = [String(record.values.id), fieldType(field)]
  if (removed.length === before.length && (field.required || type.cascadesDelete?.(field.options))) {
    throw new RestoreConflictError(
      `Its field "${field.name}" refers to the record ${removed[0]} of "${target.name}", which no longer exists.`,
      recordId,
    )
  }
  const remaining = before.filter(id => !ids.has(id))
  const after = { ...record, values: { ...record.values, [field.name]: type.normalize(remaining, field.options) } }
  await records.update(record, after)
  const reference = { collectionId: record.collection.id, recordId, fieldId: field.id, targetId: target.id, before }
  for (const id of removed) {
    const missing = { collectionId: target.id, recordId: id }
    await deferReference(records.transaction, missing, { ...reference, removed: [id], updated: String(record.values.updated) })
  }
  return after
}

/**
 * Removes from restored records of one collection the references to records that have been deleted since.
 * @param absent references that were dangling before, which stay: `collection id/record id`
 * @param fields the restored fields; undefined for all
 * @throws RestoreConflictError when a required field would become empty, or a field whose relation cascades deletions
 */
export async function removeDanglingReferences(
  records: RecordWriter,
  catalog: Catalog,
  restored: readonly StoredRecord[],
  absent: readonly string[],
  fields?: readonly Field[],
): Promise<void> {
  const [first] = restored
  if (!first) return
  const known = new Set(absent)
  const collection = { ...first.collection, ...(fields && { schema: [...fields] }) }
  let current = restored
  for (const found of await findDanglingReferences(records.transaction, catalog, collection, restored)) {
    const ids = new Set([...found.ids].filter(id => !known.has(`${found.target.id}/${id}`)))
    if (ids.size === 0) continue
    const released: StoredRecord[] = []
    for (const record of current) released.push(await removeIds(records, record, { ...found, ids }))
    current = released
  }
}
