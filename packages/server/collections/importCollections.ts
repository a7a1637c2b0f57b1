import { isFieldTypeName } from '@coffer/fields'
import { applyForm, type Collection, type ImportedCollection, isView } from '@coffer/schema'
import { type Catalog, catalogOf } from '../catalog/Catalog.ts'
import { deleteRuleTests } from '../catalog/storedRuleTests.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { messageOf } from '../errors/inspectError.ts'
import { releaseCollections } from '../records/removals/releaseFiles.ts'
import { dropTable } from './deleteCollection.ts'
import { importFailure, invalidAfterImport } from './import/importFailure.ts'
import { assertImportable, type ImportItem, mergeImported } from './import/mergeImported.ts'
import { mentions, orderViews } from './import/orderViews.ts'
import type { Report } from './logProgress.ts'
import { storeCollection } from './storeCollection.ts'
import { syncTable } from './sync/syncTable.ts'
import { validateCollectionDraft } from './validateCollectionDraft.ts'
import { saveView } from './views/saveView.ts'

/** Thrown when an imported view cannot be saved. Its message is the one of the cause. */
export class ViewNotSavedError extends Error {
  readonly view: string

  constructor(view: string, cause: unknown) {
    super(messageOf(cause), { cause })
    this.view = view
  }
}

async function dropMissing(transaction: Transaction, removed: readonly Collection[]): Promise<void> {
  const system = removed.find(collection => collection.system)
  if (system) throw new Error(`System collection "${system.name}" cannot be deleted.`)
  for (const collection of removed) {
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM ${name('_collections')} WHERE id = ${collection.id}`)
    await deleteRuleTests(transaction, collection.id)
  }
}

/** Drops views that the import recreates, so that they do not block changes of the tables they read. */
async function dropReplacedViews(transaction: Transaction, items: readonly ImportItem[], kept: readonly Collection[]) {
  for (const { before, after } of items) {
    const isRecreated = before && isView(before) && isView(after)
    if (!isRecreated || kept.filter(isView).some(view => mentions(view, before.name))) continue
    await transaction.schema.dropView(transaction, before.name)
  }
}

async function storeTables(
  transaction: Transaction,
  items: readonly ImportItem[],
  report: Report,
  isNewer: boolean,
): Promise<void> {
  const tables = items.filter(({ after }) => !isView(after))
  for (const { before, after } of tables) await storeCollection(transaction, before, after, isNewer)
  for (const { before, after } of tables) await syncTable(transaction, before, after, report)
}

/** Stores the imported views. Returns all collections, with the fields that the queries of the views select. */
async function storeViews(transaction: Transaction, items: readonly ImportItem[], all: Collection[]): Promise<Collection[]> {
  const before = new Map(items.map(item => [item.after.id, item.before]))
  let current = all
  for (const view of orderViews(items.map(({ after }) => after).filter(isView))) {
    const saved = await saveView(transaction, { all: current }, before.get(view.id), view).catch(error => {
      throw new ViewNotSavedError(view.name, error)
    })
    current = current.map(collection => (collection.id === saved.id ? saved : collection))
  }
  return current
}

interface Validation {
  before: Catalog
  /** See `ValidationContext.isNewer`. */
  isNewer: boolean
}

/** Whether a stored collection has no fields. Then clients of 0.22 can save it without fields, too. */
const hasNoFields = (stored: Collection | undefined): boolean => stored?.schema.length === 0

/** @throws Rejection for the first invalid collection, which can also be one that is not in the import */
async function assertValid(
  transaction: Transaction,
  catalog: Catalog,
  items: readonly ImportItem[],
  { before, isNewer }: Validation,
): Promise<void> {
  const drafts = new Map(items.map(({ after, draft }) => [after.id, draft]))
  for (const collection of catalog.all.toSorted((one, other) => (one.updated < other.updated ? -1 : 1))) {
    const draft = drafts.get(collection.id) ?? applyForm({}, collection)
    const stored = before.byId(collection.id)
    const { issues } = await validateCollectionDraft(
      transaction,
      catalog,
      stored ?? collection,
      draft,
      isNewer || hasNoFields(stored),
    )
    if (Object.keys(issues).length > 0) throw invalidAfterImport(collection, issues)
  }
}

export interface ImportOptions {
  /** Whether collections and fields that are missing in the import are deleted. */
  deleteMissing: boolean
  /** See `ValidationContext.isNewer`. */
  isNewer?: boolean
}

async function runImport(
  transaction: Transaction,
  before: Catalog,
  imported: readonly ImportedCollection[],
  { deleteMissing, isNewer = false }: ImportOptions,
  report: Report,
): Promise<void> {
  const items = imported.map(item => mergeImported(item, before.byId(item.id), !deleteMissing))
  assertImportable(items)
  const importedIds = new Set(items.map(({ after }) => after.id))
  const absent = before.all.filter(({ id }) => !importedIds.has(id))
  const [removed, kept] = deleteMissing ? [absent, []] : [[], absent]
  const planned = [...kept, ...items.map(({ after }) => after)]
  const catalog = (all: Collection[]) => catalogOf(all, { ...before, sizeOf: () => Number.POSITIVE_INFINITY })
  // Fields of unknown types must be rejected before their columns are created.
  const unknown = items.filter(({ draft }) => !draft.schema.every(({ type }) => isFieldTypeName(type)))
  if (unknown.length > 0) await assertValid(transaction, catalog(planned), unknown, { before, isNewer })
  transaction.markCollectionsChanged()
  await dropMissing(transaction, removed)
  await dropReplacedViews(transaction, items, kept)
  await storeTables(transaction, items, report, isNewer)
  const all = await storeViews(transaction, items, planned)
  await assertValid(transaction, catalog(all), items, { before, isNewer })
  await releaseCollections(transaction, removed)
}

/**
 * Imports collections with their tables and views, and validates all collections. After an error the transaction must be rolled back.
 * @throws Rejection with the reason
 */
export async function importCollections(
  transaction: Transaction,
  catalog: Catalog,
  imported: readonly ImportedCollection[],
  options: ImportOptions,
  report: Report,
): Promise<void> {
  try {
    await runImport(transaction, catalog, imported, options, report)
  } catch (error) {
    throw importFailure(error)
  }
}
