import type { Collection } from '@coffer/schema'

/** Above this many, the list is set closer. */
const roomy = 20

export interface CollectionGroups {
  pinned: Collection[]
  others: Collection[]
  isCompact: boolean
}

/** The sidebar's list: what the search leaves (by name, letter case and spaces aside, or by exact id), pinned ones apart. */
export function groupCollections(
  collections: readonly Collection[],
  search: string,
  pinnedIds: readonly string[],
): CollectionGroups {
  const term = search.trim()
  const wanted = term.replace(/\s+/g, '').toLowerCase()
  const found = collections.filter(({ id, name }) => id === term || name.toLowerCase().includes(wanted))
  return {
    pinned: found.filter(({ id }) => pinnedIds.includes(id)),
    others: found.filter(({ id }) => !pinnedIds.includes(id)),
    isCompact: found.length > roomy,
  }
}
