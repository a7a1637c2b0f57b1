import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** How many records each collection holds, by its id. Views are not counted. */
export const recordCountsQuery = queryOptions({
  queryKey: ['recordCounts'],
  queryFn: ({ signal }) => client.send<Record<string, number>>('/api/collections/record-counts', { signal }),
  staleTime: 10_000,
})

/** Counts anew where counts are shown: records have come or gone, or somebody wishes to see what is there now. */
export function renewRecordCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries(recordCountsQuery)
}
