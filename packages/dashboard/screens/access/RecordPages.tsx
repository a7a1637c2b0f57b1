import { type Field, fieldType } from '@coffer/fields'
import { Button, Skeleton, VisuallyHidden } from '@coffer/ui'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { RecordPage } from '../../queries/access.ts'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import { LoadFailure } from '../../shell/loading/LoadFailure.tsx'
import styles from './RecordPages.module.css'

interface RecordPagesProps {
  collectionId: string
  list: UseInfiniteQueryResult<InfiniteData<RecordPage>>
  /** Accessible name of the list. */
  label?: string
  /** Whether links open another tab, so that what is edited stays. */
  opensTabs?: boolean
  /** Whether the records are stored. Others have no link. Default: true. */
  areStored?: boolean
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

/** Returns what screen readers announce of a list. */
function statusOf({ data, error }: RecordPagesProps['list']): string {
  if (error) return ''
  return data ? `${countInWords(data.pages.flatMap(({ items }) => items).length)} shown` : 'Loading records...'
}

/** Lists records with links to them, page by page. */
export function RecordPages(props: RecordPagesProps) {
  return (
    <>
      <VisuallyHidden role="status">{statusOf(props.list)}</VisuallyHidden>
      <Pages {...props} />
    </>
  )
}

function Pages({ collectionId, list, label, opensTabs = false, areStored = true }: RecordPagesProps) {
  const { data: collections } = useQuery(collectionsQuery)
  const schema = collections?.find(({ id }) => id === collectionId)?.schema ?? []
  const records = list.data?.pages.flatMap(({ items }) => items) ?? []
  const pageCount = list.data?.pages.length ?? 0
  const element = useRef<HTMLUListElement>(null)
  /** What was shown when the next page was requested. */
  const before = useRef<{ pages: number; records: number }>(undefined)

  // The last page removes the button, and the focus with it. That page can be empty.
  useEffect(() => {
    if (!before.current || pageCount <= before.current.pages) return
    const links = [...(element.current?.querySelectorAll('a') ?? [])]
    const next = links[before.current.records] ?? links.at(-1)
    next?.focus()
    before.current = undefined
  }, [pageCount])

  const loadMore = () => {
    before.current = { pages: pageCount, records: records.length }
    void list.fetchNextPage()
  }
  if (list.error) {
    return <LoadFailure noun="records" error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
  }
  if (!list.data) return <Skeleton width="60%" />
  const total = list.data.pages[0]?.totalItems
  return (
    <div className={styles.pages}>
      {total !== undefined && (
        <p className={styles.total}>{total < 0 ? 'Not counted in time' : `${total.toLocaleString('en-US')} in total`}</p>
      )}
      <ul ref={element} className={styles.records} aria-label={label}>
        {records.map(record => (
          <li key={record.id}>
            <RecordLink address={areStored ? { collectionId, recordId: record.id } : undefined} opensTab={opensTabs}>
              <span className={styles.id}>{record.id}</span>
              <span className={styles.excerpt}>{excerptOf(record, schema)}</span>
            </RecordLink>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="small" className={styles.more} loading={list.isFetchingNextPage} onClick={loadMore}>
          Load more
        </Button>
      )}
    </div>
  )
}

interface RecordLinkProps {
  /** Undefined for a record that is not stored. */
  address: { collectionId: string; recordId: string } | undefined
  opensTab: boolean
  children: ReactNode
}

function RecordLink({ address, opensTab, children }: RecordLinkProps) {
  if (!address) return <span className={styles.record}>{children}</span>
  if (opensTab) {
    return (
      <a className={styles.record} href={`#/collections?${new URLSearchParams(address)}`} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  return (
    <Link className={styles.record} to="/collections" search={address}>
      {children}
    </Link>
  )
}
