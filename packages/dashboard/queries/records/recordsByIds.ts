import type { RecordJson } from '@coffer/fields/ui'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { idFilters } from '../filters/idFilters.ts'
import { maxFilterBytes } from '../filters/queryLength.ts'
import type { ListRequest } from './records.ts'

/** Maximum number of ids that a record picker looks up per request. */
const pickerIdsPerRequest = 50
const maxParallelRequests = 4

/** Parameters of a lookup of records by id. */
export type Lookup = Pick<ListRequest, 'collectionId' | 'expand' | 'fields'>

/** Loads the records with the ids, in the order of the ids. Refetched each time a picker opens. */
export function chosenRecordsQuery(lookup: Lookup, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['chosenRecords', lookup.collectionId, ids],
    queryFn: async ({ signal }) => {
      const found = await fetchRecordsByIds(lookup, ids, pickerIdsPerRequest, signal)
      const byId = new Map(found.map(record => [record.id, record]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/**
 * Fetches the records with the ids, in any order. Ids without a record are ignored. Each request looks up `batch` ids, or as many
 * of them as fit into a filter.
 */
export async function fetchRecordsByIds(
  { collectionId, expand, fields }: Lookup,
  ids: readonly string[],
  batch: number,
  signal?: AbortSignal,
): Promise<RecordJson[]> {
  const options = { fields, ...(expand !== '' && { expand }), ...(signal && { signal }) }
  const filters = idFilters(ids, batch, maxFilterBytes - 'filter='.length)
  const found: RecordJson[] = []
  const fetchNext = async () => {
    for (let filter = filters.shift(); filter !== undefined; filter = filters.shift()) {
      found.push(...(await client.collection<RecordJson>(collectionId).getFullList({ ...options, filter })))
    }
  }
  await Promise.all(Array.from({ length: maxParallelRequests }, fetchNext))
  return found
}
