import { getRouteApi, useRouter } from '@tanstack/react-router'

const route = getRouteApi('/signed-in/collections')

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry before this one is the list from which a record was opened. */
    isOpenedFromList?: true
  }
}

/** Stands for a record's id while one is being created. */
export const newRecord = 'new'

interface RecordsAddress {
  filter: string
  sort: string | undefined
  recordId: string | undefined
  setFilter: (filter: string) => void
  setSort: (sort: string) => void
  openRecord: (id: string) => void
  /** Leaves the panel for another record, in its place in the history. */
  replaceRecord: (id: string) => void
  /** Back to the list; what guards unsaved changes is asked unless told otherwise. */
  closeRecord: (options?: { isSafe: boolean }) => void
}

/** The part of the address that says what the records page shows. Each change is a step that Back undoes. */
export function useRecordsAddress(): RecordsAddress {
  const { filter = '', sort, recordId } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  return {
    filter,
    sort,
    recordId,
    setFilter: next => void navigate({ search: search => ({ ...search, filter: next }) }),
    setSort: next => void navigate({ search: search => ({ ...search, sort: next }) }),
    openRecord: id => void navigate({ search: search => ({ ...search, recordId: id }), state: { isOpenedFromList: true } }),
    replaceRecord: id =>
      void navigate({
        search: search => ({ ...search, recordId: id }),
        state: current => current,
        replace: true,
        ignoreBlocker: true,
      }),
    closeRecord: ({ isSafe } = { isSafe: false }) => {
      if (router.state.location.state.isOpenedFromList) router.history.back({ ignoreBlocker: isSafe })
      else void navigate({ search: ({ recordId: _closed, ...search }) => search, replace: true, ignoreBlocker: isSafe })
    },
  }
}
