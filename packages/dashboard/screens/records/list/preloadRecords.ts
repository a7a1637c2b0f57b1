import type { QueryClient } from '@tanstack/react-query'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { prefetchRecords } from '../../../queries/records/records.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import type { CollectionsSearch } from '../../../shell/address/addressSearch.ts'
import { effectiveSort } from '../../../table/sort.ts'
import { columnsOf } from '../columns/columns.ts'
import { hiddenColumns } from '../columns/hiddenColumns.ts'
import { meantCollection } from '../context/lastCollection.ts'
import { listRequest } from './listRequest.ts'

/** Reads what the address will show while the screens themselves are still on their way. Failures are the screens' to tell. */
export async function preloadRecords(queryClient: QueryClient, search: CollectionsSearch): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await queryClient.prefetchQuery(collectionsQuery)
  const collections = queryClient.getQueryData(collectionsQuery.queryKey) ?? []
  const collection = meantCollection(collections, search.collectionId)
  // One that is gone leads to another without what it was asked for.
  if (collection === undefined || ![undefined, collection.id, collection.name].includes(search.collectionId)) return
  const names = columnsOf(collection).map(({ field }) => field.name)
  const view = {
    filter: search.filter ?? '',
    sort: effectiveSort(search.sort, names),
    hidden: hiddenColumns(collection),
  }
  await prefetchRecords(queryClient, listRequest(collection, collections, view))
}
