import type { Collection } from '@coffer/schema'

const key = 'coffer.lastCollection'

/** Returns the id of the collection that this tab showed last, for addresses without an id. */
export function lastCollectionId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberCollectionId(id: string): void {
  sessionStorage.setItem(key, id)
}

/** Finds the collection for an address: by id, by name, otherwise the last one shown, otherwise the first. */
export function resolveCollection(collections: readonly Collection[], wanted: string | undefined): Collection | undefined {
  const lastId = lastCollectionId()
  return (
    collections.find(({ id }) => id === wanted) ??
    collections.find(({ name }) => name === wanted) ??
    collections.find(({ id }) => id === lastId) ??
    collections[0]
  )
}
