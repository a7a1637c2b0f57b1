import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/**
 * Loads the number of records of each collection, by collection id. Views are not counted. The request takes no signal: otherwise,
 * closing the sidebar would cancel it, although the totals of open lists depend on it, too.
 */
export const recordCountsQuery = queryOptions({
  queryKey: ['recordCounts'],
  queryFn: () => client.send<Record<string, number>>('/api/collections/record-counts', {}),
  staleTime: 10_000,
})

/** Refetches the visible record counts after records were created or deleted, or on a manual refresh. */
export function refreshRecordCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries(recordCountsQuery)
}
