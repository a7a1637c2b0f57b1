import type { Collection } from '@coffer/schema'
import type { Catalog } from './Catalog.ts'

/** Creates a catalog of the given collections. */
export const catalogOf = (all: readonly Collection[], rest: Pick<Catalog, 'version' | 'sizeOf'>): Catalog => {
  const byId = new Map<string, Collection>(all.map(collection => [collection.id, collection]))
  const byName = new Map<string, Collection>(all.map(collection => [collection.name.toLowerCase(), collection]))
  return {
    ...rest,
    all,
    byId: id => byId.get(id),
    find: idOrName => byId.get(idOrName) ?? byName.get(idOrName.toLowerCase()),
  }
}
