import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import type { Effect } from '../messages/Effect.ts'
import { collectionRemovals } from '../records/removals/recordRemovals.ts'
import { changeFailure } from './changeFailure.ts'
import { dropTable } from './sync/dropTable.ts'
import { refreshViews } from './views/refreshViews.ts'

/** Returns the fields of other collections, including views, that reference a collection, such as `posts.author`. */
const fieldsReferencing = (catalog: Catalog, { id }: Collection): string[] =>
  catalog.all
    .filter(other => other.id !== id)
    .flatMap(({ name, schema }) =>
      schema.filter(field => fieldType(field).refersTo?.(field.options) === id).map(field => `${name}.${field.name}`),
    )

/** @throws Error for a system collection, and for a collection that fields of other collections reference */
const assertDeletable = (catalog: Catalog, collection: Collection): void => {
  const { name, system } = collection
  if (system) throw new Error(`System collection "${name}" cannot be deleted.`)
  const references = fieldsReferencing(catalog, collection)
  if (references.length > 0) throw new Error(`"${name}" is referenced by ${references.join(', ')}.`)
}

/**
 * Deletes a collection with its table. Returns the effects that remove the files of its records after the commit.
 * @throws ApiError 400 for a system collection, or if a field of another collection or a view uses the collection
 */
export const deleteCollection = async (transaction: Transaction, catalog: Catalog, collection: Collection): Promise<Effect[]> => {
  try {
    assertDeletable(catalog, collection)
    transaction.markCollectionsChanged()
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM _collections WHERE id = ${collection.id}`)
    await refreshViews(
      transaction,
      catalog.all.filter(({ id }) => id !== collection.id),
      collection.id,
    )
  } catch (error) {
    throw changeFailure('Failed to delete collection due to existing dependency.', error)
  }
  return collectionRemovals(transaction, [collection])
}
