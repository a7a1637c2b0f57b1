import type { RecordJson } from '@coffer/fields'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** Loads any one record of a collection; null if it is empty. */
export function storedExampleQuery(collectionId: string) {
  return queryOptions({
    queryKey: ['record', collectionId, 'example'],
    queryFn: async ({ signal }) => {
      const { items } = await client.collection<RecordJson>(collectionId).getList(1, 1, { skipTotal: true, signal })
      return items[0] ?? null
    },
    staleTime: 60_000,
  })
}
