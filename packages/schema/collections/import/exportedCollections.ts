import type { Collection } from '../Collection.ts'

/** A collection in an export, without the properties that differ between servers. */
type ExportedCollection = Omit<Collection, 'created' | 'updated'>

/** Returns collections in the export format, ready to be imported on another server. */
export function exportedCollections(collections: readonly Collection[]): ExportedCollection[] {
  return collections.map(({ created: _created, updated: _updated, ...collection }) => collection)
}
