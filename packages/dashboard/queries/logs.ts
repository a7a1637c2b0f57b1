import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { rereadPages } from './cache/rereadPages.ts'
import { client } from './connection/client.ts'

/** One entry of the log. */
export interface Log {
  id: string
  level: number
  message: string
  created: string
  data: Record<string, unknown>
}

/** How many entries there are of an hour that has any. */
export interface HourlyTotal {
  /** The hour's begin: `2026-01-31 14:00:00.000Z`. */
  date: string
  total: number
}

/** Entries in a page of the list. */
const pageSize = 50

const keys = {
  all: ['logs'] as const,
  list: (filter: string) => ['logs', 'list', filter] as const,
  stats: (filter: string) => ['logs', 'stats', filter] as const,
  one: (id: string) => ['log_view', id] as const,
}

/** The loaded pages of the list, the newest entries first. They are renewed by `refreshLogs` alone. */
export function logsQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, lastParam) => (last.length < pageSize ? undefined : lastParam + 1),
    refetchOnWindowFocus: false,
  })
}

/** The entries that the filter finds, counted by the hour. */
export function logStatsQuery(filter: string) {
  return queryOptions({
    queryKey: keys.stats(filter),
    queryFn: ({ signal }): Promise<HourlyTotal[]> => client.logs.getStats({ ...given(filter), signal }),
    refetchOnWindowFocus: false,
  })
}

/** One entry. It never changes, so it is read once. */
export function logQuery(id: string) {
  return queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => (await client.logs.getOne(id, { requestKey: 'log_view', signal })) as unknown as Log,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Reads the loaded pages of the list and its counts anew, in as few calls as the server allows; rows keep their place meanwhile. */
export async function refreshLogs(queryClient: QueryClient, filter: string): Promise<void> {
  const queryKey = keys.list(filter)
  queryClient.removeQueries({ queryKey: keys.all, type: 'inactive' })
  await queryClient.cancelQueries({ queryKey })
  const counted = queryClient.invalidateQueries({ queryKey: keys.stats(filter) })
  const loaded = queryClient.getQueryData<InfiniteData<Log[], number>>(queryKey)?.pages.length ?? 0
  if (loaded <= 1) {
    await queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true })
  } else {
    const pages = await rereadPages((page, perPage) => fetchPage(filter, page, perPage), loaded, pageSize)
    queryClient.setQueryData(queryKey, pages)
  }
  await counted
}

/** Has the log read anew that is on the screen: what is kept of it has changed. */
export async function renewLogs(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.all })
}

async function fetchPage(filter: string, page: number, perPage: number, signal?: AbortSignal): Promise<Log[]> {
  const options = { sort: sortOf(filter), ...given(filter), query: { skipTotal: 1 }, ...(signal && { signal }) }
  const { items } = await client.logs.getList(page, perPage, options)
  return items as unknown as Log[]
}

/** The newest first: by their place in the log, or where dates are asked for by these, of which the server has an index. */
function sortOf(filter: string): string {
  return /\bcreated\b/.test(filter) ? '-created,-rowid' : '-rowid'
}

function given(filter: string): { filter?: string } {
  return filter === '' ? {} : { filter }
}
