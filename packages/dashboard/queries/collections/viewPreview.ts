import type { Field } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { ViewCollection } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** Fields and first records of a view, as an unsaved query would produce them. */
export interface ViewPreview {
  schema: Field[]
  dates: ViewCollection['dates']
  items: RecordJson[]
}

/** Previews the query of a view. Fails with the same error that saving it would. */
export function viewPreviewQuery(collection: string | undefined, query: string) {
  return queryOptions({
    queryKey: ['viewPreview', collection ?? '', query],
    queryFn: ({ signal }) =>
      client.send<ViewPreview>('/api/collections/preview-view', {
        method: 'POST',
        body: { query, ...(collection !== undefined && { collection }) },
        signal,
      }),
    retry: false,
    staleTime: 30_000,
    gcTime: 60_000,
  })
}
