import type { RecordJson } from '@coffer/fields/ui'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Pages, refetchPages } from '../cache/refetchPages.ts'
import { client } from '../connection/client.ts'
import { recordCountsQuery, refreshRecordCounts } from './recordCounts.ts'

const pageSize = 40

/** Parameters of a record list. `expand` and `fields` are not part of its query key. */
export interface ListRequest {
  collectionId: string
  filter: string
  sort: string
  expand: string
  fields: string
}

const keys = {
  collection: (collectionId: string) => ['records', collectionId] as const,
  list: ({ collectionId, filter, sort }: ListRequest) => [...keys.collection(collectionId), 'list', filter, sort] as const,
  counts: (collectionId: string) => [...keys.collection(collectionId), 'count'] as const,
  count: (collectionId: string, filter: string) => [...keys.counts(collectionId), filter] as const,
}

interface ListTotal {
  total: number
  /** Record count of the collection that was known when the total was requested, if any. */
  recordCount: number | undefined
  /** Whether it was counted again after an event, with the same result. Else, it may include records that existed for a moment. */
  isConfirmed: boolean
}

/** Lists records page by page. Only `refreshRecords` refetches them, so that rows do not change while someone reads. */
export function recordsQuery(request: ListRequest) {
  return infiniteQueryOptions({
    queryKey: keys.list(request),
    queryFn: ({ pageParam, signal }) => fetchPage(request, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, lastParam) => (last.length < pageSize ? undefined : lastParam + 1),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Counts the records that match the filter. A separate request, because counting can take longer than listing. */
export function recordCountQuery({ collectionId, filter }: Pick<ListRequest, 'collectionId' | 'filter'>) {
  return queryOptions({
    queryKey: keys.count(collectionId, filter),
    queryFn: async ({ signal, client: queryClient }): Promise<ListTotal> => {
      const recordCount = knownRecordCount(queryClient, collectionId)
      const { totalItems } = await client.collection(collectionId).getList(1, 1, { ...given({ filter }), fields: 'id', signal })
      // Without a filter, the total itself is the record count, and newer than the known one.
      if (filter === '') return { total: totalItems, recordCount: totalItems, isConfirmed: true }
      return { total: totalItems, recordCount, isConfirmed: false }
    },
    select: ({ total }: ListTotal) => total,
    refetchOnWindowFocus: false,
  })
}

/**
 * Refetches the loaded pages of a list and its count. The current rows stay visible until then. Removes other, inactive lists of
 * the collection from the cache.
 */
export async function refreshRecords(queryClient: QueryClient, request: ListRequest): Promise<void> {
  const queryKey = keys.list(request)
  refreshRecordCounts(queryClient)
  queryClient.removeQueries({ queryKey: keys.collection(request.collectionId), type: 'inactive' })
  await queryClient.cancelQueries({ queryKey })
  const counted = queryClient.invalidateQueries({ queryKey: keys.count(request.collectionId, request.filter) })
  const loaded = queryClient.getQueryData<Pages<RecordJson>>(queryKey)?.pages.length ?? 0
  if (loaded <= 1) {
    await queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true })
  } else {
    const pages = await refetchPages((page, perPage) => fetchPage(request, page, perPage), loaded, pageSize)
    queryClient.setQueryData<Pages<RecordJson>>(queryKey, pages)
  }
  await counted
}

/**
 * Refetches the outdated totals of open lists of a collection, without their rows. A total is outdated if the record count is no
 * longer the one known when the total was requested, whichever request has loaded the current one, or if it is not confirmed: a
 * record may have been created before it and deleted after it. So with a filter, later changes that leave the record count as it
 * was are not noticed.
 */
export async function recountOutdated(queryClient: QueryClient, collectionId: string): Promise<void> {
  const queryKey = keys.counts(collectionId)
  // Waits for totals in flight, because their responses may precede the change.
  await queryClient.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false })
  const recordCount = knownRecordCount(queryClient, collectionId)
  const outdated = queryClient
    .getQueryCache()
    .findAll({ queryKey })
    .map(({ queryKey, state }) => ({ queryKey, data: state.data as ListTotal | undefined, loadedAt: state.dataUpdatedAt }))
    .filter(({ data }) => data?.recordCount !== recordCount || !data?.isConfirmed)
  await Promise.all(outdated.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })))
  for (const { queryKey, data, loadedAt } of outdated) {
    const state = queryClient.getQueryState<ListTotal>(queryKey)
    const recounted = state?.data
    if (!recounted || state.dataUpdatedAt === loadedAt) continue
    if (recounted.total !== data?.total || recounted.recordCount !== data.recordCount) continue
    queryClient.setQueryData<ListTotal>(queryKey, { ...recounted, isConfirmed: true }, { updatedAt: state.dataUpdatedAt })
  }
}

function knownRecordCount(queryClient: QueryClient, collectionId: string): number | undefined {
  return queryClient.getQueryData(recordCountsQuery.queryKey)?.[collectionId]
}

/** Removes inactive lists from the cache after their collections, or related ones, have changed. */
export function removeInactiveRecords(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: ['records'], type: 'inactive' })
}

/** Loads the first page of a list before its screen is shown. */
export function prefetchRecords(queryClient: QueryClient, request: ListRequest): Promise<void> {
  return queryClient.prefetchInfiniteQuery(recordsQuery(request))
}

/** Fetches one page of a list, without the total count. */
export async function fetchPage(
  request: ListRequest,
  page: number,
  perPage: number,
  signal?: AbortSignal,
): Promise<RecordJson[]> {
  const { collectionId, filter, sort, expand, fields } = request
  const options = { ...given({ filter, sort, expand }), fields, query: { skipTotal: 1 }, ...(signal && { signal }) }
  const { items } = await client.collection<RecordJson>(collectionId).getList(page, perPage, options)
  return items
}

/** Maximum page size of the API. */
const idsPerRequest = 500

/** Fetches the ids of all records that match a list's filter, in its order. */
export async function fetchFoundIds(request: ListRequest): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length === (page - 1) * idsPerRequest; page += 1) {
    const found = await fetchPage({ ...request, expand: '', fields: 'id' }, page, idsPerRequest)
    if (found.length === 0) break
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}

/** Omits empty parameters. */
function given(options: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''))
}
