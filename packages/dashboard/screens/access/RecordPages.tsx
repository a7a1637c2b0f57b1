import { type Field, fieldType } from '@coffer/fields'
import { Button, Skeleton } from '@coffer/ui'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecordPage } from '../../queries/access.ts'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { LoadFailure } from '../../shell/loading/LoadFailure.tsx'
import styles from './RecordPages.module.css'

interface RecordPagesProps {
  collectionId: string
  list: UseInfiniteQueryResult<InfiniteData<RecordPage>>
  /** Accessible name of the list. */
  label?: string
}

/** Returns the username of a record, or the first text of its own, of the presentable fields if they have one. */
function excerptOf(record: RecordPage['items'][number], schema: readonly Field[]): string {
  const own = schema.filter(field => !fieldType(field).refersTo)
  const names = [
    'username',
    ...own.filter(({ presentable }) => presentable).map(({ name }) => name),
    ...own.map(({ name }) => name),
  ]
  const texts = names.map(name => record[name]).filter(value => typeof value === 'string' && value !== '')
  return String(texts[0] ?? '')
}

/** Lists records with links to them, page by page. */
export function RecordPages({ collectionId, list, label }: RecordPagesProps) {
  const { data: collections } = useQuery(collectionsQuery)
  const schema = collections?.find(({ id }) => id === collectionId)?.schema ?? []
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
  const records = list.data.pages.flatMap(({ items }) => items)
  const total = list.data.pages[0]?.totalItems
  return (
    <div className={styles.pages}>
      {total !== undefined && (
        <p className={styles.total}>{total < 0 ? 'Not counted in time' : `${total.toLocaleString('en-US')} in total`}</p>
      )}
      <ul className={styles.records} aria-label={label}>
        {records.map(record => (
          <li key={record.id}>
            <Link className={styles.record} to="/collections" search={{ collectionId, recordId: record.id }}>
              <span className={styles.id}>{record.id}</span>
              <span className={styles.excerpt}>{excerptOf(record, schema)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="small" className={styles.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}
