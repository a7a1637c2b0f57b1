import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { shapeOf } from './shape.ts'

/** A record in memory: normalized values by column name, including system columns. */
export interface StoredRecord {
  collection: Collection
  values: Record<string, unknown>
}

/** Decodes a row of the collection's shape. */
export const readRecord = (collection: Collection, row: Row): StoredRecord => {
  const { blank, columns } = shapeOf(collection)
  const values: Record<string, unknown> = { ...blank }
  // No `entries()`: it would allocate a pair for each column of each record.
  let index = 0
  for (const column of columns) {
    values[column.name] = column.decode(row[index] ?? null)
    index += 1
  }
  return { collection, values }
}

/** Encodes a record as a row of its collection's shape. */
export const rowOf = ({ collection, values }: StoredRecord): Row =>
  shapeOf(collection).columns.map(column => column.encode(values[column.name]))
