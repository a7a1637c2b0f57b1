import { getRouteApi } from '@tanstack/react-router'
import { type CloseLayer, openedFromPage, useCloseLayer } from '../../../shell/address/addressLayers.ts'

const route = getRouteApi('/signed-in/collections')

/** The `recordId` in the address while a new record is being created. */
export const newRecord = 'new'

export interface RecordsAddress {
  filter: string
  sort: string | undefined
  recordId: string | undefined
  setFilter: (filter: string) => void
  setSort: (sort: string) => void
  /** Replaces the sort in the current history entry, if the address is still that of the collection. */
  replaceSort: (collectionId: string, sort: string) => void
  openRecord: (id: string) => void
  /** Shows another record in the open panel and replaces the history entry. Unsaved changes need a confirmation. */
  showRecord: (id: string) => void
  /** Shows another record and replaces the history entry, without asking about unsaved changes. */
  replaceRecord: (id: string) => void
  /** Returns to the list. */
  closeRecord: CloseLayer
}

/** Reads and changes the part of the address that describes the records page. The Back button undoes each change. */
export function useRecordsAddress(): RecordsAddress {
  const { filter = '', sort, recordId } = route.useSearch()
  const navigate = route.useNavigate()
  const closeRecord = useCloseLayer('recordId')
  return {
    filter,
    sort,
    recordId,
    setFilter: next => void navigate({ search: search => ({ ...search, filter: next }) }),
    setSort: next => void navigate({ search: search => ({ ...search, sort: next }) }),
    replaceSort: (collectionId, next) =>
      void navigate({
        // A navigation to another collection may already be pending.
        search: search => (search.collectionId === collectionId ? { ...search, sort: next } : search),
        state: current => current,
        replace: true,
        ignoreBlocker: true,
      }),
    openRecord: id => void navigate({ search: search => ({ ...search, recordId: id }), state: openedFromPage }),
    showRecord: id =>
      void navigate({ search: search => ({ ...search, recordId: id }), state: current => current, replace: true }),
    replaceRecord: id =>
      void navigate({
        search: search => ({ ...search, recordId: id }),
        state: current => current,
        replace: true,
        ignoreBlocker: true,
      }),
    closeRecord,
  }
}
