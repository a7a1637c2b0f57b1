import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList, maxListLength } from '../../db/boundList.ts'
import type { Dialect } from '../../db/Dialect.ts'
import type { Reader } from '../../db/engine.ts'
import { type FetchRows, readBatches } from '../../db/readBatches.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

/** A field that refers to records. */
export interface Reference {
  collection: Collection
  field: Field
}

function makeReferences(catalog: Catalog): Map<string | undefined, Reference[]> {
  const references = catalog.all
    .filter(collection => collection.type !== 'view')
    .flatMap(collection => collection.schema.map(field => ({ collection, field })))
  return Map.groupBy(references, ({ field }) => fieldType(field).refersTo?.(field.options))
}

const referencesIn = memoizeByObject(makeReferences)

/** Returns every field that refers to a collection, by collection name. Excludes views, which store nothing. */
export function referencesTo(catalog: Catalog, target: Collection): readonly Reference[] {
  return referencesIn(catalog).get(target.id) ?? []
}

function refersToAny(dialect: Dialect, { collection, field }: Reference, ids: readonly string[]): Sql {
  const column = name(collection.name, field.name)
  if (!fieldType(field).isMultiple(field.options)) return sql`${column} IN ${boundList(ids)}`
  return sql`EXISTS (SELECT 1 FROM ${dialect.elements(column)} AS listed WHERE listed.value IN ${boundList(ids)})`
}

/** Returns what happens to a record whose field has only these ids left after a deletion. */
export function effectOfDeletion({ field }: Reference, remaining: readonly unknown[]): 'unchanged' | 'deleted' | 'required' {
  if (remaining.some(id => id !== '')) return 'unchanged'
  if (fieldType(field).cascadesDelete?.(field.options)) return 'deleted'
  return field.required ? 'required' : 'unchanged'
}

/**
 * Reads the records that refer to one of the ids, by id, in batches of up to `maxListLength`. Records of an earlier batch can be changed
 * or deleted while the next one is read.
 */
export async function* referringRecords(
  reader: Reader,
  reference: Reference,
  ids: readonly string[],
): AsyncGenerator<StoredRecord[]> {
  const { collection } = reference
  const table = name(collection.name)
  let after = ''
  const fetch: FetchRows = (limit, maxLength) =>
    reader.rows(
      sql`SELECT ${shapeOf(collection).select} FROM ${table}
        WHERE ${refersToAny(reader.dialect, reference, ids)} AND ${table}.id > ${after} ORDER BY ${table}.id LIMIT ${limit}`,
      maxLength,
      limit,
    )
  // Each batch can scan the whole table, so the first one is not smaller than the others.
  for await (const rows of readBatches(fetch, { first: maxListLength, max: maxListLength })) {
    const records = rows.map(row => readRecord(collection, row))
    after = String(records.at(-1)?.values.id)
    yield records
  }
}

/**
 * Returns a page of the records that refer to one of the ids: up to `maxListLength`, by id, starting after the id `after`. Of each record
 * it has only the id, and the ids in its field.
 */
export async function referringIds(
  reader: Reader,
  reference: Reference,
  ids: readonly string[],
  after: string,
): Promise<{ id: string; ids: string[] }[]> {
  const { collection, field } = reference
  const table = name(collection.name)
  const rows = await reader.rows(sql`SELECT id, ${name(field.name)} FROM ${table}
    WHERE ${refersToAny(reader.dialect, reference, ids)} AND ${table}.id > ${after} ORDER BY ${table}.id LIMIT ${maxListLength}`)
  return rows.map(([id, value = null]) => ({ id: String(id), ids: listTexts(fieldType(field).decode(value, field.options)) }))
}
