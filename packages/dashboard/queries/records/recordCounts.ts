import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** Loads the number of records of each collection, by collection id. Views are not counted. */
export const recordCountsQuery = queryOptions({
  queryKey: ['recordCounts'],
  queryFn: ({ signal }) => client.send<Record<string, number>>('/api/collections/record-counts', { signal }),
  staleTime: 10_000,
})

/** Refetches the visible record counts after records were created or deleted, or on a manual refresh. */
export function refreshRecordCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries(recordCountsQuery)
}
