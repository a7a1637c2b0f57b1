import { getRouteApi } from '@tanstack/react-router'
import { type CloseLayer, openedFromPage, useCloseLayer } from '../../../shell/address/addressLayers.ts'

const route = getRouteApi('/signed-in/collections')

/** Stands for a record's id while one is being created. */
export const newRecord = 'new'

export interface RecordsAddress {
  filter: string
  sort: string | undefined
  recordId: string | undefined
  setFilter: (filter: string) => void
  setSort: (sort: string) => void
  /** Corrects the sort of the collection's address in its place in the history. */
  replaceSort: (collectionId: string, sort: string) => void
  openRecord: (id: string) => void
  /** Shows another record in the open panel, in the place of this one in the history. Unsaved changes are asked about. */
  showRecord: (id: string) => void
  /** Leaves the panel for another record, in its place in the history. */
  replaceRecord: (id: string) => void
  /** Back to the list. */
  closeRecord: CloseLayer
}

/** The part of the address that says what the records page shows. Each change is a step that Back undoes. */
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
        // A newer address may be on its way to another collection.
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
