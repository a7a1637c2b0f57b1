import type { Field } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { ViewCollection } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** What a view would hold if it were saved with a query: its fields and first records. */
export interface ViewPreview {
  schema: Field[]
  dates: ViewCollection['dates']
  items: RecordJson[]
}

/** A look at a query that is not saved yet. It is refused as a save of it would be, and not asked twice. */
export const viewPreviewQuery = (collection: string | undefined, query: string) =>
  queryOptions({
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
