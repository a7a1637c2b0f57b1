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
  const { blank, columns } = shapeOf(collection)
  const values: Record<string, unknown> = { ...blank }
  // Pairs of `entries()` would be made for each column of each record.
  let index = 0
  for (const column of columns) {
    values[column.name] = column.decode(row[index] ?? null)
    index += 1
  }
  return { collection, values }
}

/** Turns a record into a row of its collection's shape. */
export const rowOf = ({ collection, values }: StoredRecord): Row =>
  shapeOf(collection).columns.map(column => column.encode(values[column.name]))
