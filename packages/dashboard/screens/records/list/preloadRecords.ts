import type { QueryClient } from '@tanstack/react-query'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { prefetchRecords } from '../../../queries/records/records.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import type { CollectionsSearch } from '../../../shell/address/addressSearch.ts'
import { hiddenColumns } from '../columns/hiddenColumns.ts'
import { resolveCollection } from '../context/lastCollection.ts'
import { recordsView } from './recordsView.ts'

/** Prefetches the data of the records page while its code is loading. The page reports failures. */
export async function preloadRecords(queryClient: QueryClient, search: CollectionsSearch): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await queryClient.prefetchQuery(collectionsQuery)
  const collections = queryClient.getQueryData(collectionsQuery.queryKey) ?? []
  const collection = resolveCollection(collections, search.collectionId)
  // For an unknown collection, the page redirects to another one without the filter and sort of the address.
  if (collection === undefined || ![undefined, collection.id, collection.name].includes(search.collectionId)) return
  await prefetchRecords(queryClient, recordsView(collection, collections, search, hiddenColumns(collection)).request)
}
