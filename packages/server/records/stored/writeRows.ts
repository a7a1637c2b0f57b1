import type { Collection } from '@coffer/schema'
import { boundList } from '../../db/boundList.ts'
import type { Transaction } from '../../db/engine.ts'
import { join, name, type Sql, sql, withValues } from '../../db/sql.ts'
import { onceFor } from '../../onceFor.ts'
import { rowOf, type StoredRecord } from './StoredRecord.ts'
import { shapeOf } from './shape.ts'

const makeInsertion = (collection: Collection): Sql => {
  const { columns } = shapeOf(collection)
  const names = join(columns.map(column => name(column.name)))
  return sql`INSERT INTO ${name(collection.name)} (${names}) VALUES (${join(columns.map(() => sql`${null}`))})`
}

/** The statement that inserts a row of a collection's shape, made once. */
export const insertionOf = onceFor(makeInsertion)

/** Inserts a record, every column written explicitly. */
export const insertRow = async (transaction: Transaction, record: StoredRecord): Promise<void> => {
  transaction.changesRecords(record.collection.id)
  await transaction.run(withValues(insertionOf(record.collection), rowOf(record)))
}

/** Writes the columns in which a stored record changes: the indexes of all others stay untouched. */
export const updateRow = async (transaction: Transaction, before: StoredRecord, after: StoredRecord): Promise<void> => {
  const { collection } = after
  const changes: Sql[] = []
  for (const column of shapeOf(collection).columns) {
    const [old, value] = [before.values[column.name], after.values[column.name]]
    if (old === value) continue
    const stored = column.encode(value)
    if (stored !== column.encode(old)) changes.push(sql`${name(column.name)} = ${stored}`)
  }
  if (changes.length === 0) return
  transaction.changesRecords(collection.id)
  await transaction.run(sql`UPDATE ${name(collection.name)} SET ${join(changes)} WHERE id = ${String(after.values.id)}`)
}

/** Deletes the rows of a collection with these ids, of which there may be as many as one list takes. */
export const deleteRows = async (transaction: Transaction, collection: Collection, ids: readonly string[]): Promise<void> => {
  transaction.changesRecords(collection.id)
  await transaction.run(sql`DELETE FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`)
}
