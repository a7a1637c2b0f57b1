import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList, inLists } from '../../db/boundList.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/** Ids in a field that refer to no existing record. */
export interface DanglingReferences {
  field: Field
  target: Collection
  ids: ReadonlySet<string>
}

/** Returns the ids for which the collection has a record. */
export const existingIds = async (reader: Reader, { name: table }: Collection, ids: readonly string[]): Promise<Set<string>> => {
  const existing = new Set<string>()
  for (const batch of inLists(ids)) {
    const rows = await reader.rows(sql`SELECT id FROM ${name(table)} WHERE id IN ${boundList(batch)}`)
    for (const [id] of rows) existing.add(String(id))
  }
  return existing
}

/** Finds the dangling references of records of one collection. Ignores views, whose records come and go without a deletion. */
export const findDanglingReferences = async (
  reader: Reader,
  catalog: Catalog,
  collection: Collection,
  records: readonly StoredRecord[],
): Promise<DanglingReferences[]> => {
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
