import { getRouteApi } from '@tanstack/react-router'
import { type CloseLayer, openedFromPage, useCloseLayer } from '../../../shell/address/addressLayers.ts'

const route = getRouteApi('/signed-in/collections')

/** Stands for a record's id while one is being created. */
export const newRecord = 'new'

interface RecordsAddress {
  filter: string
  sort: string | undefined
  recordId: string | undefined
  setFilter: (filter: string) => void
  setSort: (sort: string) => void
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
