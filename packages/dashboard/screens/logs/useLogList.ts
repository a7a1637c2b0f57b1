import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type HourlyTotal, type Log, logStatsQuery, logsQuery, refreshLogs } from '../../queries/logs.ts'
import { uniqueRows } from '../../table/uniqueRows.ts'
import { isFilterRejected, useLoadFailure } from '../../table/useLoadFailure.ts'

export interface LogList {
  /** Loaded entries without duplicates, newest first. */
  logs: Log[]
  isLoading: boolean
  /** Whether these entries are from the previous filter, until the new ones are loaded. */
  isStale: boolean
  isRefreshing: boolean
  error: Error | null
  /** Whether the server rejected the filter. */
  isBadFilter: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  refresh: () => Promise<void>
  /** Number of entries by hour; undefined until loaded, and after an error. */
  hourly: readonly HourlyTotal[] | undefined
  /** Whether the counts are being loaded. */
  isCounting: boolean
}

/**
 * Loads the entries that match a filter and their counts, with the loading state.
 * @param filter filter of the requests
 * @param typed the part of it that the user typed
 */
export function useLogList(filter: string, typed: string): LogList {
  const queryClient = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const list = useInfiniteQuery({ ...logsQuery(filter), placeholderData: keepPreviousData })
  const stats = useQuery({ ...logStatsQuery(filter), placeholderData: keepPreviousData })
  const report = useLoadFailure('Logs', list.error, typed)
  useLoadFailure('Log statistics', stats.error, typed)

  const refresh = async () => {
    setRefreshing(true)
    try {
      await refreshLogs(queryClient, filter)
    } catch (error) {
      report(error)
    } finally {
      setRefreshing(false)
    }
  }
  // The table needs a stable array while nothing is loaded.
  const logs = useMemo(() => (list.isError ? [] : uniqueRows(list.data?.pages)), [list.data, list.isError])
  return {
    logs,
    isLoading: list.isPending,
    isStale: list.isPlaceholderData,
    isRefreshing,
    error: list.error,
    isBadFilter: isFilterRejected(list.error, typed),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    refresh,
    hourly: stats.isError ? undefined : stats.data,
    isCounting: stats.isPending || stats.isFetching,
  }
}
