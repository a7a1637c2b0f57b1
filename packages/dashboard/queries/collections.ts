import type { Collection } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

/** All collections by name. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => client.collections.getFullList<Collection>({ batch: 200, sort: '+name', signal }),
  staleTime: 30_000,
})
