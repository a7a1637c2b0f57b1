import { queryClient } from './queries/cache/queryClient.ts'
import { askForCollections } from './queries/collections/collections.ts'
import { preloadRecords } from './screens/records/list/preloadRecords.ts'
import { readCollectionsSearch, splitAddress } from './shell/address/addressSearch.ts'

/** Asks for what the page at this address will show, before there is anything to show it. */
export function askAhead(opensCollections: boolean): void {
  // Over a slow line the answer takes longer than what else there is to do before it is needed.
  askForCollections(queryClient)
  if (opensCollections) void preloadRecords(queryClient, readCollectionsSearch(splitAddress(location.hash.slice(1)).search))
}
