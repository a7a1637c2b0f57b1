import type { Collection } from '@coffer/schema'
import type { KeyedLookup, Reader, Row } from '../../db/engine.ts'
import { name, sql, withValues } from '../../db/sql.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf, valueIn } from './shape.ts'

/** Cached per collection: looking up a prepared statement by a freshly built string is slow. */
const lookUpOf = memoizeByObject((collection: Collection): KeyedLookup => {
  const table = name(collection.name)
  const shape = shapeOf(collection)
  const selection = sql`SELECT ${shape.select} FROM ${table}`
  const one = sql`${selection} WHERE ${table}.id = ${''}`
  return {
    one: id => withValues(one, [id]),
    many: (ids, dialect) => sql`${selection} WHERE ${dialect.inIds(sql`${table}.id`, ids)}`,
    keyOf: row => String(valueIn(shape, row, 'id')),
  }
})

/** Finds a row by its exact id. Does not check rules. */
export function findRow(reader: Reader, collection: Collection, id: string): Promise<Row | undefined> {
  const lookUp = lookUpOf(collection)
  // The ids of a view may not be unique.
  return reader.rowByKey && collection.type !== 'view' ? reader.rowByKey(lookUp, id) : reader.row(lookUp.one(id))
}

/** Finds a record by its exact id. Does not check rules. */
export async function findRecord(reader: Reader, collection: Collection, id: string): Promise<StoredRecord | undefined> {
  const row = await findRow(reader, collection, id)
  return row && readRecord(collection, row)
}

/** Whether a record of an auth collection has this username, ignoring case. */
export async function hasUsername(reader: Reader, collection: Collection, username: string): Promise<boolean> {
  const isSame = sql`${reader.dialect.lower(sql`username`)} = ${username.toLowerCase()}`
  return (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${isSame}`)) !== undefined
}
