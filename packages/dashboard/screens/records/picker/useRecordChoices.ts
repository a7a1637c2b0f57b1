import type { RecordJson } from '@coffer/fields/ui'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isSilent, statusOf } from '../../../queries/connection/failure.ts'
import { dropChoice, putChoice, recordChoicesQuery } from '../../../queries/records/recordChoices.ts'
import type { ListRequest } from '../../../queries/records/records.ts'
import { uniqueRows } from '../../../table/uniqueRows.ts'

export interface RecordChoices {
  /** Loaded records in order, without duplicates. */
  records: RecordJson[]
  /** Whether nothing is loaded yet. */
  isLoading: boolean
  /** Whether the records belong to the previous request while the next one loads. */
  isStale: boolean
  /** Why loading failed. Undefined if the server rejected the filter, see `isBadFilter`. */
  failure: Error | undefined
  isBadFilter: boolean
  hasMore: boolean
  isLoadingMore: boolean
  hasMoreFailed: boolean
  loadMore: () => void
  retry: () => void
  /** Adds or updates a record that was just saved. A new one comes first. */
  put: (record: RecordJson) => void
  drop: (id: string) => void
}

/** Loads the records of a picker in pages. Each opening reloads them, and unmounting aborts the requests. */
export function useRecordChoices(request: ListRequest): RecordChoices {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery({ ...recordChoicesQuery(request), placeholderData: keepPreviousData })
  const isBadFilter = request.filter !== '' && statusOf(list.error) === 400

  useEffect(() => {
    if (list.error && !isSilent(list.error)) console.error('Records could not be loaded.', list.error)
  }, [list.error])

  const records = useMemo(() => uniqueRows(list.data?.pages), [list.data])
  return {
    records,
    isLoading: list.isPending || (list.isFetching && list.data === undefined),
    isStale: list.isPlaceholderData,
    failure: list.error && list.data === undefined && !isBadFilter ? list.error : undefined,
    isBadFilter,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    hasMoreFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    put: record => putChoice(queryClient, request, record),
    drop: id => {
      dropChoice(queryClient, request, id)
      void list.refetch()
    },
  }
}
