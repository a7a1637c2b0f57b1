import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'

/** Drops the table or view of a collection. */
export const dropTable = async (transaction: Transaction, collection: Collection): Promise<void> => {
  const table = name(collection.name)
  await transaction.run(collection.type === 'view' ? sql`DROP VIEW IF EXISTS ${table}` : sql`DROP TABLE IF EXISTS ${table}`)
  transaction.markRecordsChanged(collection.id)
}
