import type { Collection, ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { insertCollection, updateCollection } from '../../catalog/storedCollection.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql, untrusted } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { prepareView } from './prepareView.ts'
import { ViewQueryError } from './ViewQueryError.ts'

/** Asserts that a view can be read: SQLite does not detect a view that reads itself until it is queried. */
const assertReadable = async (transaction: Transaction, view: string): Promise<void> => {
  try {
    await transaction.columnsOf(untrusted`SELECT * FROM ${name(view)}`)
  } catch (error) {
    throw new ViewQueryError(messageOf(error), { cause: error })
  }
}

/**
 * Stores a view collection with the fields of its query, and recreates its view. After an error the transaction must be rolled back.
 * @throws ViewQueryError for an invalid query, and errors of the database
 */
export const saveView = async (
  transaction: Transaction,
  catalog: Pick<Catalog, 'all'>,
  before: Collection | undefined,
  after: ViewCollection,
): Promise<ViewCollection> => {
  const { schema, dates, query } = await prepareView(transaction, catalog, after.options.query)
  if (before) await transaction.run(sql`DROP VIEW IF EXISTS ${name(before.name)}`)
  await transaction.run(sql`DROP VIEW IF EXISTS ${name(after.name)}`)
  await databaseSchema.createView(transaction, after.name, query)
  await assertReadable(transaction, after.name)
  const saved = { ...after, schema, dates }
  if (before) await updateCollection(transaction, saved)
  else await insertCollection(transaction, saved)
  transaction.markRecordsChanged(after.id)
  return saved
}
