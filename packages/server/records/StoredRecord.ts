import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { shapeOf } from './shape.ts'

/** A record as the server holds it: normal values by column name, system columns included. */
export interface StoredRecord {
  collection: Collection
  values: Record<string, unknown>
}

/** Turns a row of the collection's shape into a record. */
export const readRecord = (collection: Collection, row: Row): StoredRecord => {
  const values = shapeOf(collection).columns.map((column, index) => [column.name, column.decode(row[index] ?? null)])
  return { collection, values: Object.fromEntries(values) }
}
