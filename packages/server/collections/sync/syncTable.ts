import type { Collection } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../../catalog/recordTable.ts'
import { alertsMigration } from '../../dataDirectory/migrations.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { buildIndexes } from './buildIndexes.ts'
import { changeColumns } from './changeColumns.ts'
import { dropIndexes } from './dropIndexes.ts'
import { dropLeftovers } from './dropLeftovers.ts'
import { noReport, type Report } from './Report.ts'

const createTable = async (transaction: Transaction, collection: Collection): Promise<void> => {
  const migration = await transaction.row(sql`SELECT 1 FROM _migrations WHERE file = ${alertsMigration}`)
  await transaction.run(createRecordTable(collection, migration !== undefined))
  if (collection.type === 'auth') await transaction.runEach(authIndexes(collection))
}

const changeTable = async (transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> => {
  await dropLeftovers(transaction)
  await dropIndexes(transaction, before, after)
  // SQLite does not tell names apart by their case, and a table keeps the one it has.
  if (before.name.toLowerCase() !== after.name.toLowerCase()) {
    await transaction.run(sql`ALTER TABLE ${name(before.name)} RENAME TO ${name(after.name)}`)
  }
  await changeColumns(transaction, before, after, report)
}

/**
 * Brings the table of a base or auth collection, with its records and indexes, from one definition to another; creates it where
 * there was none. The rows of `_collections` are not its business. After an error the transaction has to be undone.
 * @throws IndexErrors when indexes cannot be built
 */
export const syncTable = async (
  transaction: Transaction,
  before: Collection | undefined,
  after: Collection,
  report: Report,
): Promise<void> => {
  if (before) await changeTable(transaction, before, after, report)
  else await createTable(transaction, after)
  await buildIndexes(transaction, after, before ? report : noReport)
  transaction.markRecordsChanged(after.id)
}
