import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { deleteRuleTests } from '../catalog/storedRuleTests.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { releaseCollections } from '../records/removals/releaseFiles.ts'
import { changeFailure } from './changeCollections.ts'
import { refreshViews } from './views/refreshViews.ts'

/** Thrown when a collection cannot be deleted, because fields of other collections reference it. */
export class ReferencedError extends Error {
  /** The names of these collections. */
  readonly collections: readonly string[]

  constructor(name: string, references: readonly Reference[]) {
    super(`"${name}" is referenced by ${references.map(({ collection, field }) => `${collection}.${field}`).join(', ')}.`)
    this.collections = [...new Set(references.map(({ collection }) => collection))]
  }
}

interface Reference {
  collection: string
  field: string
}

/** Returns the fields of other collections, including views, that reference a collection. */
const fieldsReferencing = (catalog: Catalog, { id }: Collection): Reference[] =>
  catalog.all
    .filter(other => other.id !== id)
    .flatMap(({ name, schema }) =>
      schema
        .filter(field => fieldType(field).refersTo?.(field.options) === id)
        .map(field => ({ collection: name, field: field.name })),
    )

/** @throws Error for a system collection, ReferencedError if fields of other collections reference the collection */
function assertDeletable(catalog: Catalog, collection: Collection): void {
  const { name, system } = collection
  if (system) throw new Error(`System collection "${name}" cannot be deleted.`)
  const references = fieldsReferencing(catalog, collection)
  if (references.length > 0) throw new ReferencedError(name, references)
}

/**
 * Deletes a collection with its table, and the files of its records after the commit.
 * @throws Rejection `conflict` for a system collection, or if a field of another collection or a view uses the collection
 */
export async function deleteCollection(transaction: Transaction, catalog: Catalog, collection: Collection): Promise<void> {
  try {
    assertDeletable(catalog, collection)
    transaction.markCollectionsChanged()
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM ${name('_collections')} WHERE id = ${collection.id}`)
    await deleteRuleTests(transaction, collection.id)
    await refreshViews(
      transaction,
      catalog.all.filter(({ id }) => id !== collection.id),
      collection.id,
    )
  } catch (error) {
    throw changeFailure('collectionNotDeleted', error)
  }
  await releaseCollections(transaction, [collection])
}

/** Drops the table or view of a collection. */
export async function dropTable(transaction: Transaction, collection: Collection): Promise<void> {
  if (collection.type === 'view') await transaction.schema.dropView(transaction, collection.name)
  else await transaction.schema.dropTable(transaction, collection.name)
  transaction.markRecordsChanged(collection.id)
}
