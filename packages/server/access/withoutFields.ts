import type { Collection, RemovedFields } from '@coffer/schema'
import { type Catalog, catalogOf } from '../catalog/Catalog.ts'

/** Returns a catalog as a change leaves it that removes fields and collections. Their tables and columns remain until it is saved. */
export function withoutFields(catalog: Catalog, removed: RemovedFields): Catalog {
  const all = catalog.all.flatMap((collection): Collection[] => {
    const names = Object.hasOwn(removed, collection.id) ? removed[collection.id] : []
    if (!names) return []
    const schema = collection.schema.filter(({ name }) => !names.includes(name))
    return [names.length === 0 ? collection : { ...collection, schema }]
  })
  return catalogOf(all, catalog)
}
