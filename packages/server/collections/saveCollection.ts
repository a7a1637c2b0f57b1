import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import type { Report } from './logProgress.ts'
import { storeCollection } from './storeCollection.ts'
import { syncTable } from './sync/syncTable.ts'
import { saveView } from './views/saveView.ts'

/**
 * Stores a valid collection: its row, and its table with indexes or its view.
 * @param isNewer see `ValidationContext.isNewer`
 * @throws IndexErrors for indexes that cannot be built, ViewQueryError for an invalid query, and errors of the database
 */
export async function saveCollection(
  transaction: Transaction,
  catalog: Catalog,
  before: Collection | undefined,
  after: Collection,
  report: Report,
  isNewer: boolean,
): Promise<Collection> {
  transaction.markCollectionsChanged()
  if (after.type === 'view') return saveView(transaction, catalog, before, after)
  const stored = await storeCollection(transaction, before, after, isNewer)
  await syncTable(transaction, before, stored, report)
  return stored
}
