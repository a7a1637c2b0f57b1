import { AsyncLocalStorage } from 'node:async_hooks'

/** Work of a node that relies on the collections as they were when it began. */
export interface CollectionScope {
  /** Number of the last change of collections that the node had applied, or that the work itself has made. */
  collections: number
  /** Whether the work changes collections, so that no other node writes at the same time. */
  readonly isExclusive: boolean
  /** Whether a transaction of the work found a later change of collections. It was rolled back. */
  isOutdated: boolean
  /** Whether a transaction of the work was committed, so that the work must not be repeated. */
  hasCommitted: boolean
}

/** The scope of the running work. Only nodes set it. */
export const collectionScope = new AsyncLocalStorage<CollectionScope>()
