import { queryClient } from './queries/cache/queryClient.ts'
import { prefetchCollections } from './queries/collections/collections.ts'
import { preloadRecords } from './screens/records/list/preloadRecords.ts'
import { readCollectionsSearch, splitAddress } from './shell/address/addressSearch.ts'

/** Requests the data of the current address before the code that renders it is loaded. */
export function prefetchPage(opensCollections: boolean): void {
  prefetchCollections(queryClient)
  if (opensCollections) void preloadRecords(queryClient, readCollectionsSearch(splitAddress(location.hash.slice(1)).search))
}
