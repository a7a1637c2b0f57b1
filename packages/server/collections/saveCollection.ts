import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { insertCollection, updateCollection } from '../catalog/storedCollection.ts'
import type { Transaction } from '../db/engine.ts'
import type { Report } from './sync/Report.ts'
import { syncTable } from './sync/syncTable.ts'
import { saveView } from './views/saveView.ts'

/**
 * Stores a valid collection: its row, and its table with indexes or its view.
 * @throws IndexErrors for indexes that cannot be built, ViewQueryError for an invalid query, and errors of the database
 */
export const saveCollection = async (
  transaction: Transaction,
  catalog: Catalog,
  before: Collection | undefined,
  after: Collection,
  report: Report,
): Promise<Collection> => {
  transaction.markCollectionsChanged()
  if (after.type === 'view') return saveView(transaction, catalog, before, after)
  if (before) await updateCollection(transaction, after)
  else await insertCollection(transaction, after)
  await syncTable(transaction, before, after, report)
  return after
}
