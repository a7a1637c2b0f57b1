import type { Collection, ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { insertCollection, updateCollection } from '../../catalog/storedCollection.ts'
import type { Transaction } from '../../db/engine.ts'
import type { StoredView } from '../../db/schemaObjects.ts'
import { name, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { ViewQueryError } from './parseViewQuery.ts'
import { prepareView } from './prepareView.ts'

/** Asserts that a view can be read: SQLite does not detect a view that reads itself until it is queried. */
async function assertReadable(transaction: Transaction, view: string): Promise<void> {
  try {
    await transaction.columnsOf(untrusted`SELECT * FROM ${name(view)}`)
  } catch (error) {
    throw new ViewQueryError(messageOf(error), { cause: error })
  }
}

/** Creates views again that read a view which was dropped. A view whose columns are missing remains missing until its query is fixed. */
async function restoreViews(transaction: Transaction, views: readonly StoredView[]): Promise<void> {
  for (const view of views)
    await transaction.attempt(() => transaction.schema.restoreView(transaction, view)).catch(() => undefined)
}

/**
 * Stores a view collection with the fields of its query, and recreates its view. After an error the transaction must be rolled back.
 * @throws ViewQueryError for an invalid query, and errors of the database
 */
export async function saveView(
  transaction: Transaction,
  catalog: Pick<Catalog, 'all'>,
  before: Collection | undefined,
  after: ViewCollection,
): Promise<ViewCollection> {
  const { schema, dates, query, columns } = await prepareView(transaction, catalog, after.options.query)
  const dependents = before ? await transaction.schema.dropView(transaction, before.name) : []
  await transaction.schema.dropView(transaction, after.name)
  const saved = { ...after, schema, dates }
  await transaction.schema.createView(transaction, { name: after.name, query, columns })
  await transaction.schema.storeNames(transaction, after.name, [...columns.keys()])
  await assertReadable(transaction, after.name)
  await restoreViews(transaction, dependents)
  if (before) await updateCollection(transaction, saved)
  else await insertCollection(transaction, saved)
  transaction.markRecordsChanged(after.id)
  return saved
}
