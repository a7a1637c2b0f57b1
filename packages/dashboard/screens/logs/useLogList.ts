import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type HourlyTotal, type Log, logStatsQuery, logsQuery, refreshLogs } from '../../queries/logs.ts'
import { uniqueRows } from '../../table/uniqueRows.ts'
import { isFilterRejected, useLoadFailure } from '../../table/useLoadFailure.ts'

export interface LogList {
  /** Loaded entries, the newest first, each once. */
  logs: Log[]
  isLoading: boolean
  /** The entries shown are about to be replaced. */
  isStale: boolean
  isRefreshing: boolean
  error: Error | null
  /** The server refused the filter. */
  isBadFilter: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  refresh: () => Promise<void>
  /** How many there are of each hour that has any; undefined while that is unknown. */
  hourly: readonly HourlyTotal[] | undefined
  /** The counts are on their way. */
  isCounting: boolean
}

/**
 * The entries that a filter finds and how many they are, with what the screen must know about their loading.
 * @param filter what the server is asked with
 * @param typed the part of it that the reader wrote
 */
export function useLogList(filter: string, typed: string): LogList {
  const queryClient = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const list = useInfiniteQuery({ ...logsQuery(filter), placeholderData: keepPreviousData })
  const stats = useQuery({ ...logStatsQuery(filter), placeholderData: keepPreviousData })
  const report = useLoadFailure('Logs', list.error, typed)
  useLoadFailure('The statistics of the logs', stats.error, typed)

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
  // The table counts on the same array as long as nothing was loaded.
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
