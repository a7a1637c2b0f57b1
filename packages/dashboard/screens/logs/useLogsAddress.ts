import { getRouteApi } from '@tanstack/react-router'
import { type CloseLayer, openedFromPage, useCloseLayer } from '../../shell/address/addressLayers.ts'
import { useRemembered } from '../../shell/browser/useRemembered.ts'
import { formatHourText, type HourRange, readRange } from './chart/hours.ts'

const route = getRouteApi('/signed-in/logs')

interface LogsAddress {
  filter: string
  includesAdmins: boolean
  range: HourRange | undefined
  logId: string | undefined
  setFilter: (filter: string) => void
  setIncludesAdmins: (includes: boolean) => void
  setRange: (range: HourRange | undefined) => void
  /** Removes filter and range. */
  clear: () => void
  openLog: (id: string) => void
  /** Shows another entry in the panel, replacing the history entry. */
  replaceLog: (id: string) => void
  closeLog: CloseLayer
}

/** Reads and changes the search parameters of the logs screen. Each change is a history entry, so that "Back" undoes it. */
export function useLogsAddress(): LogsAddress {
  const { filter = '', adminRequests, from, to, logId } = route.useSearch()
  const navigate = route.useNavigate()
  const closeLog = useCloseLayer('logId')
  const [remembered, remember] = useRemembered('adminLogRequests', stored => stored === true)
  return {
    filter,
    includesAdmins: adminRequests === undefined ? remembered : ['1', 'true'].includes(adminRequests),
    range: readRange(from, to),
    logId,
    setFilter: next => void navigate({ search: search => ({ ...search, filter: next }) }),
    setIncludesAdmins: includes => {
      remember(includes || undefined)
      void navigate({ search: search => ({ ...search, adminRequests: includes ? '1' : '0' }) })
    },
    setRange: range =>
      void navigate({
        search: ({ from: _from, to: _to, ...search }) =>
          range ? { ...search, from: formatHourText(range.from), to: formatHourText(range.to) } : search,
      }),
    clear: () => void navigate({ search: ({ filter: _filter, from: _from, to: _to, ...search }) => search }),
    openLog: id => void navigate({ search: search => ({ ...search, logId: id }), state: openedFromPage }),
    replaceLog: id => void navigate({ search: search => ({ ...search, logId: id }), state: current => current, replace: true }),
    closeLog,
  }
}
