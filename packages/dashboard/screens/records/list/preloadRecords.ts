import type { QueryClient } from '@tanstack/react-query'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { prefetchRecords } from '../../../queries/records/records.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import type { CollectionsSearch } from '../../../shell/address/addressSearch.ts'
import { hiddenColumns } from '../columns/hiddenColumns.ts'
import { resolveCollection } from '../context/lastCollection.ts'
import { recordsView } from './recordsView.ts'

/** Reads what the address will show while the screens themselves are still on their way. Failures are the screens' to tell. */
export async function preloadRecords(queryClient: QueryClient, search: CollectionsSearch): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await queryClient.prefetchQuery(collectionsQuery)
  const collections = queryClient.getQueryData(collectionsQuery.queryKey) ?? []
  const collection = resolveCollection(collections, search.collectionId)
  // One that is gone leads to another without what it was asked for.
  if (collection === undefined || ![undefined, collection.id, collection.name].includes(search.collectionId)) return
  await prefetchRecords(queryClient, recordsView(collection, collections, search, hiddenColumns(collection)).request)
}
