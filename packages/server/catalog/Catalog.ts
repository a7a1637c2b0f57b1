import type { Collection } from '@coffer/schema'

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
}
