import type { RecordJson } from '@coffer/fields/ui'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ListRequest, recordCountQuery, recordsQuery, refreshRecords } from '../../../queries/records/records.ts'
import { uniqueRows } from '../../../table/uniqueRows.ts'
import { isFilterRejected, useLoadFailure } from '../../../table/useLoadFailure.ts'

/** Age from which a cached list is reloaded when it is shown again. */
const staleAfterMs = 10_000

export interface RecordList {
  /** Loaded records in order, without duplicates. */
  records: RecordJson[]
  /** Whether nothing is loaded yet. */
  isLoading: boolean
  /** Whether the records belong to the previous request while the next one loads. */
  isStale: boolean
  isRefreshing: boolean
  error: Error | null
  /** Whether the server rejected the filter. This is not reported as a failure. */
  isBadFilter: boolean
  total: number | undefined
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  refresh: () => Promise<void>
}

/** Loads the records of a records page in pages, with the loading state. */
export function useRecordList(request: ListRequest): RecordList {
  const queryClient = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const list = useInfiniteQuery({ ...recordsQuery(request), placeholderData: keepPreviousData })
  const count = useQuery({ ...recordCountQuery(request), enabled: !list.isError })
  const isBadFilter = isFilterRejected(list.error, request.filter)

  const report = useLoadFailure('Records', list.error, request.filter)

  const refresh = async () => {
    setRefreshing(true)
    try {
      await refreshRecords(queryClient, request)
    } catch (error) {
      report(error)
    } finally {
      setRefreshing(false)
    }
  }

  useAutoRefresh(request, refresh)

  // An empty list has no rows that could move under the reader, so it shows new records at once.
  const isEmpty = list.isSuccess && !list.isPlaceholderData && list.data.pages[0]?.length === 0
  const showFirst = useEffectEvent(() => isEmpty && void refresh())
  useEffect(() => {
    if (count.data) showFirst()
  }, [count.data])

  // Returns the same array until something is loaded, since a new array would rerender the table.
  const records = useMemo(() => uniqueRows(list.data?.pages), [list.data])
  return {
    records,
    isLoading: list.isPending,
    isStale: list.isPlaceholderData,
    isRefreshing,
    error: list.error,
    isBadFilter,
    total: list.isError ? undefined : count.data,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    refresh,
  }
}

/** Refreshes a cached list that is old or lacks a column. */
function useAutoRefresh(request: ListRequest, refresh: () => Promise<void>): void {
  const queryClient = useQueryClient()
  const requestedFields = useRef(request.fields)
  const reload = useEffectEvent(() => void refresh())

  // A cached list shows at once and is refreshed in the background.
  const reloadIfStale = useEffectEvent(() => {
    const known = queryClient.getQueryState(recordsQuery(request).queryKey)
    if (known?.status === 'success' && Date.now() - known.dataUpdatedAt > staleAfterMs) reload()
  })
  const identity = [request.collectionId, request.filter, request.sort].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: these values identify the list
  useEffect(() => reloadIfStale(), [identity])

  // The values of a column that is no longer hidden were not requested so far.
  useEffect(() => {
    const hasMore = request.fields.split(',').some(field => !requestedFields.current.split(',').includes(field))
    requestedFields.current = request.fields
    if (hasMore) reload()
  }, [request.fields])
}
