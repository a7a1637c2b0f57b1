import { isFieldTypeName } from '@coffer/fields'
import { applyForm, type Collection, type ImportedCollection, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { catalogOf } from '../catalog/catalogOf.ts'
import { insertCollection, updateCollection } from '../catalog/storedCollection.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { Effect } from '../messages/Effect.ts'
import { collectionRemovals } from '../records/removals/recordRemovals.ts'
import { importFailure, invalidAfterImport } from './import/importFailure.ts'
import { type ImportItem, mergeImported } from './import/mergeImported.ts'
import { mentions, orderViews } from './import/orderViews.ts'
import { requireImportable } from './import/requireImportable.ts'
import { judgeDraft } from './judgeDraft.ts'
import { dropTable } from './sync/dropTable.ts'
import type { Report } from './sync/Report.ts'
import { syncTable } from './sync/syncTable.ts'
import { saveView } from './views/saveView.ts'

const isView = (collection: Collection): collection is ViewCollection => collection.type === 'view'

const dropMissing = async (transaction: Transaction, missing: readonly Collection[]): Promise<void> => {
  const system = missing.find(collection => collection.system)
  if (system) throw new Error(`System collection "${system.name}" cannot be deleted.`)
  for (const collection of missing) {
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM _collections WHERE id = ${collection.id}`)
  }
}

/** Drops views that are to be made anew, so that the old ones do not stand in the way of the tables that they read. */
const releaseTables = async (transaction: Transaction, items: readonly ImportItem[], staying: readonly Collection[]) => {
  for (const { before, after } of items) {
    const isFree = before && isView(before) && isView(after)
    if (!isFree || staying.filter(isView).some(view => mentions(view, before.name))) continue
    await transaction.run(sql`DROP VIEW IF EXISTS ${name(before.name)}`)
  }
}

const storeTables = async (transaction: Transaction, items: readonly ImportItem[], report: Report): Promise<void> => {
  const tables = items.filter(({ after }) => !isView(after))
  for (const { before, after } of tables) await (before ? updateCollection : insertCollection)(transaction, after)
  for (const { before, after } of tables) await syncTable(transaction, before, after, report)
}

/** Stores the views among the collections; the result is all of them with the fields that the queries yield. */
const storeViews = async (transaction: Transaction, items: readonly ImportItem[], all: Collection[]): Promise<Collection[]> => {
  const before = new Map(items.map(item => [item.after.id, item.before]))
  let current = all
  for (const view of orderViews(items.map(({ after }) => after).filter(isView))) {
    const saved = await saveView(transaction, { all: current }, before.get(view.id), view)
    current = current.map(collection => (collection.id === saved.id ? saved : collection))
  }
  return current
}

/** @throws ApiError for the first collection that is not valid, be it one that the import does not name */
const requireValid = async (transaction: Transaction, catalog: Catalog, items: readonly ImportItem[], before: Catalog) => {
  const drafts = new Map(items.map(({ after, draft }) => [after.id, draft]))
  for (const collection of catalog.all.toSorted((one, other) => (one.updated < other.updated ? -1 : 1))) {
    const draft = drafts.get(collection.id) ?? applyForm({}, collection)
    const { issues } = await judgeDraft(transaction, catalog, before.byId(collection.id) ?? collection, draft)
    if (Object.keys(issues).length > 0) throw invalidAfterImport(collection, issues)
  }
}

const carryOut = async (
  transaction: Transaction,
  before: Catalog,
  sent: readonly ImportedCollection[],
  deleteMissing: boolean,
  report: Report,
): Promise<Effect[]> => {
  const items = sent.map(item => mergeImported(item, before.byId(item.id), !deleteMissing))
  requireImportable(items)
  const named = new Set(items.map(({ after }) => after.id))
  const unnamed = before.all.filter(({ id }) => !named.has(id))
  const [missing, staying] = deleteMissing ? [unnamed, []] : [[], unnamed]
  const planned = [...staying, ...items.map(({ after }) => after)]
  const catalog = (all: Collection[]) => catalogOf(all, { version: before.version, sizeOf: () => Number.POSITIVE_INFINITY })
  // A field of a type that is no more has no column to be made.
  const unknown = items.filter(({ draft }) => !draft.schema.every(({ type }) => isFieldTypeName(type)))
  if (unknown.length > 0) await requireValid(transaction, catalog(planned), unknown, before)
  transaction.markCollectionsChanged()
  await dropMissing(transaction, missing)
  await releaseTables(transaction, items, staying)
  await storeTables(transaction, items, report)
  const all = await storeViews(transaction, items, planned)
  await requireValid(transaction, catalog(all), items, before)
  return collectionRemovals(transaction, missing)
}

/**
 * Brings collections to what an export says, with their tables and views: all of it or, when the transaction is undone after an
 * error, nothing. Afterwards every collection is valid, those included that the import does not name.
 * @param deleteMissing whether collections go that the import does not name, and fields that its collections do not name
 * @returns the files to remove after the commit
 * @throws ApiError 400 with the reason
 */
export const importCollections = async (
  transaction: Transaction,
  catalog: Catalog,
  sent: readonly ImportedCollection[],
  deleteMissing: boolean,
  report: Report,
): Promise<Effect[]> => {
  try {
    return await carryOut(transaction, catalog, sent, deleteMissing, report)
  } catch (error) {
    throw importFailure(error)
  }
}
