import type { RecordJson } from '@coffer/fields/ui'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { fetchPage, type ListRequest } from './records.ts'

/** Records in a page of a list to choose from. */
const pageSize = 50

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
