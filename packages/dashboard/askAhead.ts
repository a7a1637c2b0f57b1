import { askForCollections } from './queries/collections.ts'
import { queryClient } from './queries/queryClient.ts'
import { preloadRecords } from './screens/records/list/preloadRecords.ts'
import { parseSearch, readCollectionsSearch } from './shell/address/addressSearch.ts'

/** Asks for what the page at this address will show, before there is anything to show it. */
export function askAhead(): void {
  // Over a slow line the answer takes longer than what else there is to do before it is needed.
  askForCollections(queryClient)
  const [path = '', search = ''] = location.hash.slice(1).split('?')
  if (['', '/', '/collections'].includes(path)) void preloadRecords(queryClient, readCollectionsSearch(parseSearch(search)))
}
