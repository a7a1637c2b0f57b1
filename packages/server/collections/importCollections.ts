import { isFieldTypeName } from '@coffer/fields'
import { applyForm, type Collection, type ImportedCollection, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { catalogOf } from '../catalog/catalogOf.ts'
import { insertCollection, updateCollection } from '../catalog/storedCollection.ts'
import type { Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { databaseSchema } from '../db/threadDatabase.ts'
import type { Effect } from '../messages/Effect.ts'
import { collectionRemovals } from '../records/removals/recordRemovals.ts'
import { importFailure, invalidAfterImport } from './import/importFailure.ts'
import { assertImportable, type ImportItem, mergeImported } from './import/mergeImported.ts'
import { mentions, orderViews } from './import/orderViews.ts'
import { dropTable } from './sync/dropTable.ts'
import type { Report } from './sync/Report.ts'
import { syncTable } from './sync/syncTable.ts'
import { validateCollectionDraft } from './validateCollectionDraft.ts'
import { saveView } from './views/saveView.ts'

const isView = (collection: Collection): collection is ViewCollection => collection.type === 'view'

const dropMissing = async (transaction: Transaction, removed: readonly Collection[]): Promise<void> => {
  const system = removed.find(collection => collection.system)
  if (system) throw new Error(`System collection "${system.name}" cannot be deleted.`)
  for (const collection of removed) {
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM _collections WHERE id = ${collection.id}`)
  }
}

/** Drops views that the import recreates, so that they do not block changes of the tables they read. */
const dropReplacedViews = async (transaction: Transaction, items: readonly ImportItem[], kept: readonly Collection[]) => {
  for (const { before, after } of items) {
    const isRecreated = before && isView(before) && isView(after)
    if (!isRecreated || kept.filter(isView).some(view => mentions(view, before.name))) continue
    await databaseSchema.dropView(transaction, before.name)
  }
}

const storeTables = async (transaction: Transaction, items: readonly ImportItem[], report: Report): Promise<void> => {
  const tables = items.filter(({ after }) => !isView(after))
  for (const { before, after } of tables) await (before ? updateCollection : insertCollection)(transaction, after)
  for (const { before, after } of tables) await syncTable(transaction, before, after, report)
}

/** Stores the imported views. Returns all collections, with the fields that the queries of the views select. */
const storeViews = async (transaction: Transaction, items: readonly ImportItem[], all: Collection[]): Promise<Collection[]> => {
  const before = new Map(items.map(item => [item.after.id, item.before]))
  let current = all
  for (const view of orderViews(items.map(({ after }) => after).filter(isView))) {
    const saved = await saveView(transaction, { all: current }, before.get(view.id), view)
    current = current.map(collection => (collection.id === saved.id ? saved : collection))
  }
  return current
}

/** @throws ApiError for the first invalid collection, which can also be one that is not in the import */
const assertValid = async (transaction: Transaction, catalog: Catalog, items: readonly ImportItem[], before: Catalog) => {
  const drafts = new Map(items.map(({ after, draft }) => [after.id, draft]))
  for (const collection of catalog.all.toSorted((one, other) => (one.updated < other.updated ? -1 : 1))) {
    const draft = drafts.get(collection.id) ?? applyForm({}, collection)
    const { issues } = await validateCollectionDraft(transaction, catalog, before.byId(collection.id) ?? collection, draft)
    if (Object.keys(issues).length > 0) throw invalidAfterImport(collection, issues)
  }
}

const runImport = async (
  transaction: Transaction,
  before: Catalog,
  imported: readonly ImportedCollection[],
  deleteMissing: boolean,
  report: Report,
): Promise<Effect[]> => {
  const items = imported.map(item => mergeImported(item, before.byId(item.id), !deleteMissing))
  assertImportable(items)
  const importedIds = new Set(items.map(({ after }) => after.id))
  const absent = before.all.filter(({ id }) => !importedIds.has(id))
  const [removed, kept] = deleteMissing ? [absent, []] : [[], absent]
  const planned = [...kept, ...items.map(({ after }) => after)]
  const catalog = (all: Collection[]) => catalogOf(all, { version: before.version, sizeOf: () => Number.POSITIVE_INFINITY })
  // Fields of unknown types must be rejected before their columns are created.
  const unknown = items.filter(({ draft }) => !draft.schema.every(({ type }) => isFieldTypeName(type)))
  if (unknown.length > 0) await assertValid(transaction, catalog(planned), unknown, before)
  transaction.markCollectionsChanged()
  await dropMissing(transaction, removed)
  await dropReplacedViews(transaction, items, kept)
  await storeTables(transaction, items, report)
  const all = await storeViews(transaction, items, planned)
  await assertValid(transaction, catalog(all), items, before)
  return collectionRemovals(transaction, removed)
}

/**
 * Imports collections with their tables and views, and validates all collections. After an error the transaction must be rolled back.
 * @param deleteMissing whether collections and fields that are missing in the import are deleted
 * @returns the effects that remove files after the commit
 * @throws ApiError 400 with the reason
 */
export const importCollections = async (
  transaction: Transaction,
  catalog: Catalog,
  imported: readonly ImportedCollection[],
  deleteMissing: boolean,
  report: Report,
): Promise<Effect[]> => {
  try {
    return await runImport(transaction, catalog, imported, deleteMissing, report)
  } catch (error) {
    throw importFailure(error)
  }
}
