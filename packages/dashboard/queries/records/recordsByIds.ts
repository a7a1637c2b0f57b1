import type { RecordJson } from '@coffer/fields/ui'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { idFilters } from '../filters/idFilters.ts'
import { maxFilterBytes } from '../filters/queryLength.ts'
import type { ListRequest } from './records.ts'

/** Ids that a picker looks up with one request. */
const chosenBatch = 50
/** Requests for records by their ids that run at the same time. */
const atOnce = 4

/** What is asked for records that are looked up by their ids. */
export type Lookup = Pick<ListRequest, 'collectionId' | 'expand' | 'fields'>

/** The records of the ids in their order, as they are when a picker opens. */
export function chosenRecordsQuery(lookup: Lookup, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['chosenRecords', lookup.collectionId, ids],
    queryFn: async ({ signal }) => {
      const found = await fetchRecordsByIds(lookup, ids, chosenBatch, signal)
      const byId = new Map(found.map(record => [record.id, record]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/**
 * The records of the ids, in no order; ids without a record are left out. Each request reads `batch` ids, or as many of them as a
 * filter holds.
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
  const readOn = async () => {
    for (let filter = filters.shift(); filter !== undefined; filter = filters.shift()) {
      found.push(...(await client.collection<RecordJson>(collectionId).getFullList({ ...options, filter })))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readOn))
  return found
}
