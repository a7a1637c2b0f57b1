import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refetchPages } from './cache/refetchPages.ts'
import { client } from './connection/client.ts'

export interface Log {
  id: string
  level: number
  message: string
  created: string
  data: Record<string, unknown>
}

/** Number of log entries in one hour. Hours without entries are omitted. */
export interface HourlyTotal {
  /** Start of the hour: `2026-01-31 14:00:00.000Z`. */
  date: string
  total: number
}

const pageSize = 50

const keys = {
  all: ['logs'] as const,
  list: (filter: string) => ['logs', 'list', filter] as const,
  stats: (filter: string) => ['logs', 'stats', filter] as const,
  one: (id: string) => ['log_view', id] as const,
}

/** Lists log entries page by page, newest first. Only `refreshLogs` refetches them. */
export function logsQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, lastParam) => (last.length < pageSize ? undefined : lastParam + 1),
    refetchOnWindowFocus: false,
  })
}

/** Counts the entries that match the filter, by hour. */
export function logStatsQuery(filter: string) {
  return queryOptions({
    queryKey: keys.stats(filter),
    queryFn: ({ signal }): Promise<HourlyTotal[]> => client.logs.getStats({ ...given(filter), signal }),
    refetchOnWindowFocus: false,
  })
}

/** Loads one entry. Entries never change, so it is fetched once. */
export function logQuery(id: string) {
  return queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => (await client.logs.getOne(id, { requestKey: 'log_view', signal })) as unknown as Log,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Refetches the loaded pages of the list and its counts. The current rows stay visible until then. */
export async function refreshLogs(queryClient: QueryClient, filter: string): Promise<void> {
  const queryKey = keys.list(filter)
  queryClient.removeQueries({ queryKey: keys.all, type: 'inactive' })
  await queryClient.cancelQueries({ queryKey })
  const counted = queryClient.invalidateQueries({ queryKey: keys.stats(filter) })
  const loaded = queryClient.getQueryData<InfiniteData<Log[], number>>(queryKey)?.pages.length ?? 0
  if (loaded <= 1) {
    await queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true })
  } else {
    const pages = await refetchPages((page, perPage) => fetchPage(filter, page, perPage), loaded, pageSize)
    queryClient.setQueryData(queryKey, pages)
  }
  await counted
}

/** Refetches the visible log after a change of its retention settings. */
export async function invalidateLogs(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.all })
}

async function fetchPage(filter: string, page: number, perPage: number, signal?: AbortSignal): Promise<Log[]> {
  const options = { sort: sortOf(filter), ...given(filter), query: { skipTotal: 1 }, ...(signal && { signal }) }
  const { items } = await client.logs.getList(page, perPage, options)
  return items as unknown as Log[]
}

/** Sorts newest first: by rowid, or for filters on `created` by date, because the server has an index on it. */
function sortOf(filter: string): string {
  return /\bcreated\b/.test(filter) ? '-created,-rowid' : '-rowid'
}

function given(filter: string): { filter?: string } {
  return filter === '' ? {} : { filter }
}
