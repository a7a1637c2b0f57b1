import type { RecordJson } from '@coffer/fields/ui'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { idFilters } from '../filters/idFilters.ts'
import { longestQuery, queryLength } from '../filters/queryLength.ts'
import { fetchPage, type ListRequest } from './records.ts'

/** Records in a page of a list to choose from. */
const pageSize = 50
/** Ids that a picker looks up with one request. */
const chosenBatch = 50
/** Requests for records by their ids that run at the same time. */
const atOnce = 4

/** What is asked for records that are looked up by their ids. */
export type Lookup = Pick<ListRequest, 'collectionId' | 'expand' | 'fields'>

type RecordPages = InfiniteData<RecordJson[], number>

/** Records to choose from, page by page: read anew for each list that opens, and not renewed while it is looked at. */
export function recordChoicesQuery({ collectionId, filter, sort, expand, fields }: ListRequest) {
  const request = { collectionId, filter, sort, expand, fields }
  return infiniteQueryOptions({
    queryKey: ['recordChoices', request],
    queryFn: ({ pageParam, signal }) => fetchPage(request, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, lastParam) => (last.length < pageSize ? undefined : lastParam + 1),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Puts a record as it is stored now into a list: in its old place, else first. */
export function putChoice(queryClient: QueryClient, request: ListRequest, record: RecordJson): void {
  queryClient.setQueryData<RecordPages>(recordChoicesQuery(request).queryKey, data => data && withRecord(data, record))
}

/** Takes a record that exists no more out of a list. */
export function dropChoice(queryClient: QueryClient, request: ListRequest, id: string): void {
  queryClient.setQueryData<RecordPages>(
    recordChoicesQuery(request).queryKey,
    data => data && { ...data, pages: data.pages.map(page => page.filter(record => record.id !== id)) },
  )
}

function withRecord(data: RecordPages, record: RecordJson): RecordPages {
  const isListed = data.pages.some(page => page.some(({ id }) => id === record.id))
  const replaced = data.pages.map(page => page.map(old => (old.id === record.id ? record : old)))
  const [first = [], ...rest] = replaced
  return { ...data, pages: isListed ? replaced : [[record, ...first], ...rest] }
}

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
 * query string holds.
 */
export async function fetchRecordsByIds(
  { collectionId, expand, fields }: Lookup,
  ids: readonly string[],
  batch: number,
  signal?: AbortSignal,
): Promise<RecordJson[]> {
  const options = { fields, ...(expand !== '' && { expand }), ...(signal && { signal }) }
  const filters = idFilters(
    ids,
    batch,
    longestQuery - queryLength({ page: '1', perPage: '500', skipTotal: '1', filter: '', fields, expand }),
  )
  const found: RecordJson[] = []
  const readOn = async () => {
    for (let filter = filters.shift(); filter !== undefined; filter = filters.shift()) {
      found.push(...(await client.collection<RecordJson>(collectionId).getFullList({ ...options, filter })))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readOn))
  return found
}
