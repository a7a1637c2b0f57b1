import type { Collection } from '@coffer/schema'

/** All collections as of one version of the schema, for look-ups while a request is served. Immutable. */
export interface Catalog {
  /** A number that changes with every change of a collection. */
  version: number
  /** In the order of their names. */
  all: readonly Collection[]
  byId: (id: string) => Collection | undefined
  /** An id (exact) or a name (case-insensitive), as paths and rules give them. */
  find: (idOrName: string) => Collection | undefined
  /** About how many records a collection has; infinitely many where that is not known. */
  sizeOf: (collection: Collection) => number
}
