const key = 'coffer.lastCollection'

/** The collection that this tab showed last, for a return without an id in the address. */
export function lastCollectionId(): string | null {
  return sessionStorage.getItem(key)
}

export function rememberCollectionId(id: string): void {
  sessionStorage.setItem(key, id)
}
