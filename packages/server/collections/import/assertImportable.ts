import { collectionIdPattern } from '@coffer/schema'
import type { ImportItem } from './mergeImported.ts'

/** @throws Error for duplicate ids, and for invalid ids of new collections */
export const assertImportable = (items: readonly ImportItem[]): void => {
  const ids = new Set<string>()
  for (const { before, after } of items) {
    if (ids.has(after.id)) throw new Error(`The import contains the collection id "${after.id}" more than once.`)
    if (!before && !collectionIdPattern.test(after.id)) throw new Error(`"${after.id}" is not a valid collection id.`)
    ids.add(after.id)
  }
}
