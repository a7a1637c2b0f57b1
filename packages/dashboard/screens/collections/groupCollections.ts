import type { Collection } from '@coffer/schema'

/** Longer lists are shown more compactly. */
const maxRoomyEntries = 20

export interface CollectionGroups {
  pinned: Collection[]
  others: Collection[]
  isCompact: boolean
}

/** Returns the collections that match a search by name (ignoring case and spaces) or exact id, with pinned ones separated. */
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
    isCompact: found.length > maxRoomyEntries,
  }
}
