import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'

/** Drops the table or view of a collection. */
export const dropTable = async (transaction: Transaction, collection: Collection): Promise<void> => {
  if (collection.type === 'view') await databaseSchema.dropView(transaction, collection.name)
  else await databaseSchema.dropTable(transaction, collection.name)
  transaction.markRecordsChanged(collection.id)
}
