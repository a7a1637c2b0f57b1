import type { Collection } from '../Collection.ts'

/** A collection as it stands in an export: without what differs from server to server. */
type ExportedCollection = Omit<Collection, 'created' | 'updated'>

/** Collections as an export has them, ready to be imported elsewhere. */
export const exportedCollections = (collections: readonly Collection[]): ExportedCollection[] =>
  collections.map(({ created: _created, updated: _updated, ...collection }) => collection)
