import type { Collection } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../../catalog/recordTable.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { alertsMigration } from '../../db/systemMigrations.ts'
import { noReport, type Report } from '../logProgress.ts'
import { buildIndexes } from './buildIndexes.ts'
import { changeColumns } from './changeColumns.ts'
import { dropIndexes } from './dropIndexes.ts'
import { dropTemporaryViews } from './storedViews.ts'

async function createTable(transaction: Transaction, collection: Collection): Promise<void> {
  await transaction.schema.assertFreeName(transaction, collection.name)
  const migration = await transaction.row(sql`SELECT 1 FROM ${name('_migrations')} WHERE file = ${alertsMigration}`)
  await transaction.run(createRecordTable(transaction, collection, migration !== undefined))
  if (collection.type === 'auth') await transaction.runEach(authIndexes(collection))
}

async function changeTable(transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> {
  await dropTemporaryViews(transaction)
  await dropIndexes(transaction, before, after)
  await transaction.schema.renameTable(transaction, before.name, after.name)
  await changeColumns(transaction, before, after, report)
}

/**
 * Creates the table of a base or auth collection, or changes it with its records and indexes to a new definition. Does not change
 * `_collections`. After an error the transaction must be rolled back.
 * @throws IndexErrors if indexes cannot be built
 */
export async function syncTable(
  transaction: Transaction,
  before: Collection | undefined,
  after: Collection,
  report: Report,
): Promise<void> {
  if (before) await changeTable(transaction, before, after, report)
  else await createTable(transaction, after)
  const columns = after.schema.map(({ name }) => name)
  await transaction.schema.storeNames(transaction, after.name, columns)
  await buildIndexes(transaction, after, before ? report : noReport)
  transaction.markRecordsChanged(after.id)
}
