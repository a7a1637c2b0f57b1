import type { Collection } from '@coffer/schema'
import type { Reader, Row } from '../db/engine.ts'
import { name, sql, withValues } from '../db/sql.ts'
import { memoizeByObject } from '../runtime/memoizeByObject.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

/** Made once: a text that is new, though it be the same, is gone through letter by letter to find its prepared statement. */
const readingOne = memoizeByObject((collection: Collection) => {
  const table = name(collection.name)
  return sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${table}.id = ${''}`
})

/** The row of a collection's shape with this exact id, without asking any rule. */
export const findRow = (reader: Reader, collection: Collection, id: string): Promise<Row | undefined> =>
  reader.row(withValues(readingOne(collection), [id]))

/** Finds a record by its exact id, without asking any rule. */
export const findRecord = async (reader: Reader, collection: Collection, id: string): Promise<StoredRecord | undefined> => {
  const row = await findRow(reader, collection, id)
  return row && readRecord(collection, row)
}
