import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import type { Effect } from '../messages/Effect.ts'
import { collectionRemovals } from '../records/removals/recordRemovals.ts'
import { refusal } from './refusal.ts'
import { dropTable } from './sync/dropTable.ts'
import { refreshViews } from './views/refreshViews.ts'

/** The fields of other collections, views included, that refer to a collection: each as `posts.author`. */
const referringTo = (catalog: Catalog, { id }: Collection): string[] =>
  catalog.all
    .filter(other => other.id !== id)
    .flatMap(({ name, schema }) =>
      schema.filter(field => fieldType(field).refersTo?.(field.options) === id).map(field => `${name}.${field.name}`),
    )

/** @throws Error for a collection of the system, and for one that fields of others refer to */
const requireFree = (catalog: Catalog, collection: Collection): void => {
  const { name, system } = collection
  if (system) throw new Error(`The system needs the collection "${name}".`)
  const referring = referringTo(catalog, collection)
  if (referring.length > 0) throw new Error(`"${name}" is referred to by ${referring.join(', ')}.`)
}

/**
 * Deletes a collection with its table and all that belongs to it; the files of its records go after the commit.
 * @throws ApiError 400 while the system, a field of another collection or a view needs it
 */
export const deleteCollection = async (transaction: Transaction, catalog: Catalog, collection: Collection): Promise<Effect[]> => {
  try {
    requireFree(catalog, collection)
    transaction.markCollectionsChanged()
    await dropTable(transaction, collection)
    await transaction.run(sql`DELETE FROM _collections WHERE id = ${collection.id}`)
    await refreshViews(
      transaction,
      catalog.all.filter(({ id }) => id !== collection.id),
      collection.id,
    )
  } catch (error) {
    throw refusal('Failed to delete collection due to existing dependency.', error)
  }
  return collectionRemovals(transaction, [collection])
}
