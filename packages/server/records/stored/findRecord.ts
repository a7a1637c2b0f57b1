import type { Collection } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

/** Finds a record by its exact id, without asking any rule. */
export const findRecord = async (reader: Reader, collection: Collection, id: string): Promise<StoredRecord | undefined> => {
  const table = name(collection.name)
  const row = await reader.row(sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${table}.id = ${id}`)
  return row && readRecord(collection, row)
}
