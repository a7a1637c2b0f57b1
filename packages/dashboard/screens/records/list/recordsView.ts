import type { Collection } from '@coffer/schema'
import { effectiveSort } from '../../../table/sort.ts'
import { columnsOf } from '../columns/columns.ts'
import { listRequest } from './listRequest.ts'

/**
 * Returns the sort and the list request of a records page. The page and `preloadRecords` share it, since only an equal request finds the
 * preloaded records in the cache.
 */
export function recordsView(
  collection: Collection,
  collections: readonly Collection[],
  { filter = '', sort: text }: { filter?: string; sort?: string | undefined },
  hidden: readonly string[],
) {
  const sort = effectiveSort(
    text,
    columnsOf(collection).map(({ field }) => field.name),
  )
  return { sort, request: listRequest(collection, collections, { filter, sort, hidden }) }
}
