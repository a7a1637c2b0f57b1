import type { Collection } from '@coffer/schema'
import type { RuleMeaning } from './ruleMeaning.ts'

/** All collections of one version of the schema. Immutable. */
export interface Catalog {
  /** The version, which changes with every change of a collection. */
  version: number
  /** The collections, sorted by name. */
  all: readonly Collection[]
  byId: (id: string) => Collection | undefined
  /** Finds a collection by id, or by name ignoring case, as in paths and rules. */
  find: (idOrName: string) => Collection | undefined
  /** Returns the approximate number of records of a collection; Infinity if it is unknown. */
  sizeOf: (collection: Collection) => number
  ruleMeaning: RuleMeaning
}

/** Creates a catalog of the given collections. */
export function catalogOf(all: readonly Collection[], rest: Pick<Catalog, 'version' | 'sizeOf' | 'ruleMeaning'>): Catalog {
  const byId = new Map<string, Collection>(all.map(collection => [collection.id, collection]))
  const byName = new Map<string, Collection>(all.map(collection => [collection.name.toLowerCase(), collection]))
  return {
    ...rest,
    all,
    byId: id => byId.get(id),
    find: idOrName => byId.get(idOrName) ?? byName.get(idOrName.toLowerCase()),
  }
}
