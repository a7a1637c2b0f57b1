import type { RecordJson } from '@coffer/fields/ui'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { fetchPage, type ListRequest } from './records.ts'

const pageSize = 50

type RecordPages = InfiniteData<RecordJson[], number>

/** Lists records to choose from, page by page. Refetched each time the list opens, but not while it is open. */
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

/** Replaces a record in the cached list, or prepends it if the list does not contain it. */
export function putChoice(queryClient: QueryClient, request: ListRequest, record: RecordJson): void {
  queryClient.setQueryData<RecordPages>(recordChoicesQuery(request).queryKey, data => data && withRecord(data, record))
}

/** Removes a deleted record from the cached list. */
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
