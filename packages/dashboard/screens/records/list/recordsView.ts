import type { Collection } from '@coffer/schema'
import { effectiveSort } from '../../../table/sort.ts'
import { columnsOf } from '../columns/columns.ts'
import { listRequest } from './listRequest.ts'

/**
 * Returns the sort and the request of a page of records, from its address and the ids of its hidden columns. The page and its preload
 * share it: preloaded records are found only by an equal request.
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
