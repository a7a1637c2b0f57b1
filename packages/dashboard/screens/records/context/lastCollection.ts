import type { Collection } from '@coffer/schema'

const key = 'coffer.lastCollection'

/** The collection that this tab showed last, for a return without an id in the address. */
export function lastCollectionId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberCollectionId(id: string): void {
  sessionStorage.setItem(key, id)
}

/** The collection that an address means: by its id, by its name, else the one last looked at, else the first. */
export function meantCollection(collections: readonly Collection[], wanted: string | undefined): Collection | undefined {
  const lastId = lastCollectionId()
  return (
    collections.find(({ id }) => id === wanted) ??
    collections.find(({ name }) => name === wanted) ??
    collections.find(({ id }) => id === lastId) ??
    collections[0]
  )
}
