import { Button, Disclosure, Skeleton } from '@coffer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExplainedRequest, listedRecordsQuery } from '../../../queries/access.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import styles from '../ReachedRecords.module.css'

interface ListedRecordsProps {
  /** The request. Naming the explained record spares the server the search for an example with each page. */
  request: ExplainedRequest
  /** When the list was explained, in milliseconds. */
  explainedAt: number
}

/** The records of an explained list, which are loaded once they are shown. */
export function ListedRecords(props: ListedRecordsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary="Records in the list">
      {isOpen && <Records {...props} />}
    </Disclosure>
  )
}

function Records({ request, explainedAt }: ListedRecordsProps) {
  const list = useInfiniteQuery(listedRecordsQuery(request, explainedAt))
  if (list.error) {
    return <LoadFailure noun="records" error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
  }
  if (!list.data) {
    return (
      <div role="status" aria-label="Loading records...">
        <Skeleton width="60%" />
      </div>
    )
  }
  return (
    <>
      <ul className={styles.records} aria-label="Records in the list">
        {list.data.pages
          .flatMap(({ ids }) => ids)
          .map(id => (
            <li key={id}>
              <a
                className={styles.record}
                href={`#/collections?${new URLSearchParams({ collectionId: request.collection, recordId: id })}`}
              >
                <span className={styles.id}>{id}</span>
              </a>
            </li>
          ))}
      </ul>
      {list.hasNextPage && (
        <Button size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
