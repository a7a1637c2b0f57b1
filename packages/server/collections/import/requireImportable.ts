import { collectionIdForm } from '@coffer/schema'
import type { ImportItem } from './mergeImported.ts'

/** @throws Error for an id that comes twice, and for one that cannot be a new one */
export const requireImportable = (items: readonly ImportItem[]): void => {
  const ids = new Set<string>()
  for (const { before, after } of items) {
    if (ids.has(after.id)) throw new Error(`The collection id "${after.id}" is there more than once.`)
    if (!before && !collectionIdForm.test(after.id)) throw new Error(`"${after.id}" cannot be the id of a collection.`)
    ids.add(after.id)
  }
}
