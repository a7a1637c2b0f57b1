import type { Collection } from '@coffer/schema'
import type { Row, Transaction } from '../db/engine.ts'
import { join, name, sql } from '../db/sql.ts'
import { boundList } from './boundList.ts'
import type { StoredRecord } from './StoredRecord.ts'
import { type Column, shapeOf } from './shape.ts'

const encoded = ({ values }: StoredRecord, column: Column) => sql`${column.encode(values[column.name])}`

/** A record as a row of its collection's shape. */
export const rowOf = ({ collection, values }: StoredRecord): Row =>
  shapeOf(collection).columns.map(column => column.encode(values[column.name]))

/** Inserts a record, every column written explicitly. */
export const insertRow = async (transaction: Transaction, record: StoredRecord): Promise<void> => {
  const { columns } = shapeOf(record.collection)
  transaction.changesRecords(record.collection.id)
  await transaction.run(
    sql`INSERT INTO ${name(record.collection.name)} (${join(columns.map(column => name(column.name)))})
      VALUES (${join(columns.map(column => encoded(record, column)))})`,
  )
}

/** Writes every column of a record that exists. */
export const updateRow = async (transaction: Transaction, record: StoredRecord): Promise<void> => {
  const columns = shapeOf(record.collection).columns.filter(column => column.name !== 'id')
  const changes = columns.map(column => sql`${name(column.name)} = ${encoded(record, column)}`)
  transaction.changesRecords(record.collection.id)
  await transaction.run(sql`UPDATE ${name(record.collection.name)} SET ${join(changes)} WHERE id = ${String(record.values.id)}`)
}

/** Deletes the rows of a collection with these ids, of which there may be as many as one list takes. */
export const deleteRows = async (transaction: Transaction, collection: Collection, ids: readonly string[]): Promise<void> => {
  transaction.changesRecords(collection.id)
  await transaction.run(sql`DELETE FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`)
}
