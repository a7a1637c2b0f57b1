import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../cache/memoizeByObject.ts'
import type { Reader, Row } from '../db/engine.ts'
import { name, sql, withValues } from '../db/sql.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

/** Cached per collection: looking up a prepared statement by a freshly built string is slow. */
const readingOne = memoizeByObject((collection: Collection) => {
  const table = name(collection.name)
  return sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${table}.id = ${''}`
})

/** Finds a row by its exact id. Does not check rules. */
export const findRow = (reader: Reader, collection: Collection, id: string): Promise<Row | undefined> =>
  reader.row(withValues(readingOne(collection), [id]))

/** Finds a record by its exact id. Does not check rules. */
export const findRecord = async (reader: Reader, collection: Collection, id: string): Promise<StoredRecord | undefined> => {
  const row = await findRow(reader, collection, id)
  return row && readRecord(collection, row)
}
