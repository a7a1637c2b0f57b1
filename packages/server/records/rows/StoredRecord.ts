import type { Collection } from '@coffer/schema'
import type { Row, StoredValues } from '../../db/engine.ts'
import { type Shape, shapeOf } from './shape.ts'

/** A record in memory: normalized values by column name, including system columns. */
export interface StoredRecord {
  collection: Collection
  values: Record<string, unknown>
}

/** Decodes a row of the collection's shape. */
export function readRecord(collection: Collection, row: Row): StoredRecord {
  const { blank, columns } = shapeOf(collection)
  const values: Record<string, unknown> = { ...blank }
  for (const [index, column] of columns.entries()) values[column.name] = column.decode(row[index] ?? null)
  return { collection, values }
}

/** Encodes a record as a row of its collection's shape. */
export function rowOf({ collection, values }: StoredRecord): Row {
  return shapeOf(collection).columns.map(column => column.encode(values[column.name]))
}

/** Encodes a record by column: all columns, or the given ones. */
export function storedValuesOf(
  { collection, values }: StoredRecord,
  columns: Shape['columns'] = shapeOf(collection).columns,
): StoredValues {
  return Object.fromEntries(columns.map(column => [column.name, column.encode(values[column.name])]))
}

/** Returns the row of stored values. Columns that the collection did not have then are null. */
export function rowOfValues(collection: Collection, stored: StoredValues): Row {
  return shapeOf(collection).columns.map(({ name }) => stored[name] ?? null)
}
