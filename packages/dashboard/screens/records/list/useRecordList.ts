import type { RecordJson } from '@coffer/fields/ui'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ListRequest, recordCountQuery, recordsQuery, refreshRecords } from '../../../queries/records/records.ts'
import { uniqueRows } from '../../../table/uniqueRows.ts'
import { isFilterRejected, useLoadFailure } from '../../../table/useLoadFailure.ts'

/** Milliseconds for which a list counts as just read. */
const freshFor = 10_000

export interface RecordList {
  /** Loaded records in their order, each once. */
  records: RecordJson[]
  /** Nothing is known yet. */
  isLoading: boolean
  /** The records shown are about to be replaced. */
  isStale: boolean
  isRefreshing: boolean
  error: Error | null
  /** The server rejected the filter: worth a quiet word, not an alarm. */
  isBadFilter: boolean
  total: number | undefined
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  refresh: () => Promise<void>
}

/** The records of a view of a collection, with what the screen must know about their loading. */
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

  useRenewal(request, refresh)

  // The table counts on the same array as long as nothing was loaded.
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

/** Reads a list anew where what is known of it is old, or lacks a column. */
function useRenewal(request: ListRequest, refresh: () => Promise<void>): void {
  const queryClient = useQueryClient()
  const asked = useRef(request.fields)
  const askAgain = useEffectEvent(() => void refresh())

  // A list that was looked at before shows at once, and is then read again.
  const renew = useEffectEvent(() => {
    const known = queryClient.getQueryState(recordsQuery(request).queryKey)
    if (known?.status === 'success' && Date.now() - known.dataUpdatedAt > freshFor) askAgain()
  })
  const identity = [request.collectionId, request.filter, request.sort].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity of the list is what makes it another list
  useEffect(() => renew(), [identity])

  // A column that comes back from hiding was not asked for so far.
  useEffect(() => {
    const hasMore = request.fields.split(',').some(field => !asked.current.split(',').includes(field))
    asked.current = request.fields
    if (hasMore) askAgain()
  }, [request.fields])
}
