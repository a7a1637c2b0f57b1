import type { AccessSearch } from './addressSearch.ts'

/** Returns the link to the explanation of a request. */
export function explainHref(search: AccessSearch & Required<Pick<AccessSearch, 'explain' | 'collectionId'>>): string {
  return `#/access?${new URLSearchParams({ ...search })}`
}
