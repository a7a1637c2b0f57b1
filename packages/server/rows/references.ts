import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { boundList, longestList } from '../db/boundList.ts'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { onceFor } from '../runtime/onceFor.ts'
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

const referencesIn = onceFor(makeReferences)

/** Every field that refers to a collection, in the order of the collections' names; views only mirror what others store. */
export const referencesTo = (catalog: Catalog, target: Collection): readonly Reference[] =>
  referencesIn(catalog).get(target.id) ?? []

const namesOneOf = ({ collection, field }: Reference, ids: readonly string[]): Sql => {
  const column = name(collection.name, field.name)
  if (!fieldType(field).isMultiple(field.options)) return sql`${column} IN ${boundList(ids)}`
  return sql`EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END) AS listed
    WHERE listed.value IN ${boundList(ids)})`
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
