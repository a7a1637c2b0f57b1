import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../cache/memoizeByObject.ts'
import type { LookUp, Reader, Row } from '../db/engine.ts'
import { name, sql, withValues } from '../db/sql.ts'
import { dialect } from '../db/threadDatabase.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf, valueIn } from './shape.ts'

/** Cached per collection: looking up a prepared statement by a freshly built string is slow. */
const lookUpOf = memoizeByObject((collection: Collection): LookUp => {
  const table = name(collection.name)
  const shape = shapeOf(collection)
  const selection = sql`SELECT ${shape.select} FROM ${table}`
  const one = sql`${selection} WHERE ${table}.id = ${''}`
  return {
    one: id => withValues(one, [id]),
    many: ids => sql`${selection} WHERE ${dialect.inIds(sql`${table}.id`, ids)}`,
    keyOf: row => String(valueIn(shape, row, 'id')),
  }
})

/** Finds a row by its exact id. Does not check rules. */
export const findRow = (reader: Reader, collection: Collection, id: string): Promise<Row | undefined> => {
  const lookUp = lookUpOf(collection)
  // The ids of a view may not be unique.
  return reader.rowByKey && collection.type !== 'view' ? reader.rowByKey(lookUp, id) : reader.row(lookUp.one(id))
}

/** Finds a record by its exact id. Does not check rules. */
export const findRecord = async (reader: Reader, collection: Collection, id: string): Promise<StoredRecord | undefined> => {
  const row = await findRow(reader, collection, id)
  return row && readRecord(collection, row)
}
