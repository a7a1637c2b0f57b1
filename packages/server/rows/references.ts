import { type Field, fieldType, textsIn } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { boundList, longestList } from '../db/boundList.ts'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { memoizeByObject } from '../runtime/memoizeByObject.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

/** A field whose values name records of some collection. */
export interface Reference {
  collection: Collection
  field: Field
}

const makeReferences = (catalog: Catalog): Map<string | undefined, Reference[]> => {
  const references = catalog.all
    .filter(collection => collection.type !== 'view')
    .flatMap(collection => collection.schema.map(field => ({ collection, field })))
  return Map.groupBy(references, ({ field }) => fieldType(field).refersTo?.(field.options))
}

const referencesIn = memoizeByObject(makeReferences)

/** Every field that refers to a collection, in the order of the collections' names; views only mirror what others store. */
export const referencesTo = (catalog: Catalog, target: Collection): readonly Reference[] =>
  referencesIn(catalog).get(target.id) ?? []

const namesOneOf = ({ collection, field }: Reference, ids: readonly string[]): Sql => {
  const column = name(collection.name, field.name)
  if (!fieldType(field).isMultiple(field.options)) return sql`${column} IN ${boundList(ids)}`
  return sql`EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END) AS listed
    WHERE listed.value IN ${boundList(ids)})`
}

/** What happens to a record whose field is left with these ids after others were deleted. */
export const fateOf = ({ field }: Reference, remaining: readonly unknown[]): 'kept' | 'deleted' | 'required' => {
  if (remaining.some(id => id !== '')) return 'kept'
  if (fieldType(field).cascadesDelete?.(field.options)) return 'deleted'
  return field.required ? 'required' : 'kept'
}

/**
 * Records that name one of the ids in a field, those with an id above `after` in the order of ids: as many at a time as one list
 * of ids takes, so that a record with very many references does not fill the memory.
 */
export const referringRecords = async (
  reader: Reader,
  reference: Reference,
  ids: readonly string[],
  after: string,
): Promise<StoredRecord[]> => {
  const { collection } = reference
  const table = name(collection.name)
  const rows = await reader.rows(sql`SELECT ${shapeOf(collection).select} FROM ${table}
    WHERE ${namesOneOf(reference, ids)} AND ${table}.id > ${after} ORDER BY ${table}.id LIMIT ${longestList}`)
  return rows.map(row => readRecord(collection, row))
}

/** Ids of such records, with all ids in the field. */
export const referringIds = async (
  reader: Reader,
  reference: Reference,
  ids: readonly string[],
  after: string,
): Promise<{ id: string; ids: string[] }[]> => {
  const { collection, field } = reference
  const table = name(collection.name)
  const rows = await reader.rows(sql`SELECT id, ${name(field.name)} FROM ${table}
    WHERE ${namesOneOf(reference, ids)} AND ${table}.id > ${after} ORDER BY ${table}.id LIMIT ${longestList}`)
  return rows.map(([id, value = null]) => ({ id: String(id), ids: textsIn(fieldType(field).decode(value, field.options)) }))
}
